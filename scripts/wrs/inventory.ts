import type { Command } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { type Client, dataOf } from './client.ts';
import type { WrsContext } from './command.ts';
import { Refused } from './failures.ts';
import { type PlacedRow, readInventoryFile } from './inventory-file.ts';
import { type Json, json } from './options.ts';
import { readText } from './read-file.ts';

/** Rows that a request may have (routing-service-api.md section 8). */
const ROWS_A_REQUEST = 10_000;

interface PushOptions extends Json {
  readonly sourceName?: string;
}

interface SyncCounts {
  readonly rows_received: number;
  readonly rows_inserted: number;
  readonly rows_updated: number;
  readonly rows_unchanged: number;
}

/** `wrs inventory push`. */
export function addInventoryCommands(wrs: Command, context: WrsContext): void {
  wrs
    .command('inventory')
    .description('the stock that decisions are made on')
    .command('push')
    .description('sync an inventory snapshot from a file')
    .argument('<file>', 'rows as CSV with a header, or as JSON')
    .option('--source-name <name>', 'name of the sending system')
    .addOption(json())
    .addHelpText(
      'after',
      '\nColumns: sku, warehouse_id, quantity_available, and if wanted unit_value, sku_description.\n' +
        `Up to ${ROWS_A_REQUEST} rows go in one request, all or none of them. More go in several, and every sync ends\n` +
        'all active reservations: push a large snapshot while nothing is routed.',
    )
    .action(async (path: string, options: PushOptions, command: Command) => {
      const rows = readInventoryFile(path, await readText(path));
      const sum = await context.withSession(command, ({ client }) =>
        push(client, path, rows, options, context),
      );
      context.out.write(
        options.json
          ? `${JSON.stringify(sum)}\n`
          : `${sum.rows_received} rows: ${sum.rows_inserted} new, ${sum.rows_updated} changed, ` +
              `${sum.rows_unchanged} as they were.\n`,
      );
    });
}

async function push(
  client: Client,
  path: string,
  rows: readonly PlacedRow[],
  { sourceName }: PushOptions,
  { screen }: WrsContext,
): Promise<SyncCounts & { requests: number }> {
  const sum = { requests: 0, rows_received: 0, rows_inserted: 0, rows_updated: 0, rows_unchanged: 0 };
  for (let from = 0; from < rows.length; from += ROWS_A_REQUEST) {
    const part = rows.slice(from, from + ROWS_A_REQUEST);
    // What is wrong with the rows is the service's to say.
    const inventory = part.map(({ row }) => row as unknown as Schemas['InventoryRowInput']);
    const body = { inventory, ...(sourceName === undefined ? {} : { source_name: sourceName }) };
    const counts = await dataOf(client.api.POST('/api/v1/inventory', { body })).catch((error: unknown) => {
      if (from > 0) screen.write(`The first ${from} rows were taken; from ${part[0]!.place} on none was.\n`);
      throw error instanceof Refused ? placed(error, path, part) : error;
    });
    sum.requests += 1;
    for (const name of ['rows_received', 'rows_inserted', 'rows_updated', 'rows_unchanged'] as const) {
      sum[name] += counts[name];
    }
  }
  return sum;
}

/** The service's faults by their places in the file. */
function placed(refused: Refused, file: string, rows: readonly PlacedRow[]): Refused {
  const errors = refused.errors.map(({ path, message }) => {
    const [, index, field = ''] = /^inventory\[(\d+)\](.*)$/.exec(path) ?? [];
    const place =
      index === undefined
        ? path
        : `${file} ${rows[Number(index)]?.place ?? path}${field.replace(/^\./, ': ')}`;
    return { path: place, message };
  });
  return new Refused(refused.status, refused.message, errors);
}
