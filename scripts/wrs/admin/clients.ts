import { open, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { findClient } from '../../../shared/account/clients.ts';
import type { Database } from '../../../shared/db/database.ts';
import { configOn, findCopy } from '../../../shared/db/origin.ts';
import { createQueueBackend } from '../../../shared/db/queue/queue-backend.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { type ErasedClient, eraseClient } from '../../../shared/operations/client-data/erase-client.ts';
import { exportClient } from '../../../shared/operations/client-data/export-client.ts';
import { JobQueues } from '../../../shared/work/job-queues.ts';
import { counted } from '../../terminal/numbers.ts';
import type { WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { askBeforeErasing } from './ask-before-erasing.ts';

/** What no command can erase: it is outside of the database and the queue. */
const NOT_ERASED = [
  'Back-ups of PostgreSQL and Redis have the data as long as you keep them. After a restore of one, erase again.',
  'Logs from before have its number, its URLs (order IDs and SKUs are in them), and addresses that failed to sign in: as long as you keep them.',
  'Pages of PostgreSQL have removed rows until they are used again; its WAL archive has them as long as you keep it.',
  'Running processes have configurations, ZIPs and prices in memory until others need the place: restart them to end that.',
  'What was sent is where it was sent to: webhook endpoints, carriers, the receiver of traces.',
] as const;

/** `wrs admin clients …`. */
export function addClientCommands(admin: Command, context: WrsContext): void {
  const clients = admin.command('clients').description('all data of a client');
  addExportCommand(clients, context);
  addEraseCommand(clients, context);
}

function addExportCommand(clients: Command, context: WrsContext): void {
  clients
    .command('export')
    .description('write all data of a client, but hashes and secrets, into a new file: NDJSON in a tar')
    .argument('<slug>', 'slug of the client')
    .argument('<file>', 'the file, which must not be there yet')
    .addOption(jsonOption())
    .action(async (slug: string, path: string, { json }: JsonOption) => {
      const { rows, bytes } = await context.withDatabase((db) => exportTo(db, slug, path));
      if (json) return context.print(JSON.stringify({ file: path, bytes, rows }));
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      context.print(
        `${slug}: ${counted(total, 'row')} of ${counted(Object.keys(rows).length, 'table')} in ${path}.`,
      );
    });
}

/** Writes a file that only its owner may read. If the export fails, it is removed. */
async function exportTo(
  db: Database,
  slug: string,
  path: string,
): Promise<{ readonly rows: Readonly<Record<string, number>>; readonly bytes: number }> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be made: ${error.code}`);
  });
  let bytes = 0;
  try {
    const { rows } = await exportClient(db, slug, async (part) => {
      await file.appendFile(part);
      bytes += part.length;
    });
    await file.close();
    return { rows, bytes };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

interface EraseOptions extends JsonOption {
  readonly yes?: true;
}

function addEraseCommand(clients: Command, context: WrsContext): void {
  clients
    .command('erase')
    .description('erase a client with all of its data, for ever; its keys stop first')
    .argument('<slug>', 'slug of the client')
    .option('--yes', 'do not ask for the slug')
    .addOption(jsonOption())
    .action(async (slug: string, { yes, json }: EraseOptions) => {
      const erased = await context.withDatabase(async (db) => {
        const { name } = await findClient(db.prisma, slug);
        const warning = `This erases ${context.shown(name)} with all of its data, for ever.`;
        const isRight = (typed: string) => typed === slug;
        if (!yes) await askBeforeErasing(context, { warning, word: 'its slug', isRight });
        return withQueues(context, db, (queues) =>
          eraseClient({ db, queues }, slug, { say: (step) => context.comment(`${step} …`) }),
        );
      });
      if (json) return context.print(JSON.stringify({ ...erased, not_erased: NOT_ERASED }));
      for (const line of erasedLines(erased)) context.print(line);
    });
}

/** Does work with the queues of the configuration, and closes them. */
async function withQueues<T>(
  { env, comment }: WrsContext,
  db: Database,
  work: (queues: JobQueues) => Promise<T>,
): Promise<T> {
  const config = configOn(await findCopy(db.directUrl), loadConfig(env));
  const queues = new JobQueues(createQueueBackend(config, db.directUrl), (error) =>
    comment(`The queue: ${error.message}`),
  );
  try {
    return await work(queues);
  } finally {
    await queues.close();
  }
}

function erasedLines({ client_id, rows, jobs }: ErasedClient): string[] {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [
    `Erased client ${client_id}: ${counted(total, 'row')} and ${counted(jobs, 'job')}.`,
    ...Object.entries(rows).map(([table, count]) => `  ${counted(count, 'row')} of ${table}`),
    'Not erased, because it is elsewhere:',
    ...NOT_ERASED.map((line) => `  ${line}`),
  ];
}
