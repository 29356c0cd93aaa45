import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ServiceSession, WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';
import { type ZipOptions, zipOption } from '../warnings.ts';
import { type Claim, Inbox, TakenOver } from './inbox.ts';
import { ENDING, type FileSender, orderSender, stockSender, type TakenFile } from './senders.ts';
import { settle } from './settle.ts';

interface WatchOptions extends ZipOptions {
  readonly stockOnInvalid: 'reject' | 'skip';
  readonly once: boolean;
  readonly settle: number;
}

/** How often the folder is looked at. */
const LOOK_MS = 500;

/** `wrs watch`: routes files that are put into a folder. */
export function addWatchCommand(wrs: Command, context: WrsContext): void {
  wrs
    .command('watch')
    .description(
      'route each file of orders that is put into a folder, write its results there, and move it; sync files in its ' +
        'folder stock as stock',
    )
    .argument('<folder>', 'takes .csv, .ndjson, .jsonl and .json files, also .gz')
    .option('--once', 'end when no file is left', false)
    .option('--settle <seconds>', 'take a file when it has not changed for so long', seconds, 2)
    .addOption(zipOption())
    .addOption(
      new Option('--stock-on-invalid <what>', 'what to do with faulty rows of stock')
        .choices(['reject', 'skip'])
        .default('reject'),
    )
    .addHelpText('after', HELP)
    .action((folder: string, options: WatchOptions, command: Command) =>
      context.withSession(command, (session) => watch(folder, options, session, context), {
        retries: 5,
        endsItself: true,
      }),
    );
}

const HELP = `
Folders: results, done, failed (each faulty file with a .txt that says why),
working (files in hand), and the same in stock. With --once the exit code is 1
if a file has failed. On Ctrl-C it ends after the file in hand.`;

function seconds(text: string): number {
  if (/^\d{1,4}(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of seconds.');
}

/** An inbox, and what is done with its files. */
interface Source {
  readonly folder: string;
  readonly inbox: Inbox;
  readonly send: FileSender;
}

async function watch(
  folder: string,
  options: WatchOptions,
  session: ServiceSession,
  context: WrsContext,
): Promise<void> {
  const { once, settle: settleSeconds } = options;
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`${folder}: no such folder`);
  const results = join(folder, 'results');
  await mkdir(results, { recursive: true });
  const open = async (path: string, send: FileSender): Promise<Source> => ({
    folder: path,
    inbox: await Inbox.open(path, settleSeconds * 1000),
    send,
  });
  // Orders are routed on the stock that came before them.
  const sources = [
    await open(join(folder, 'stock'), stockSender(options.stockOnInvalid)),
    await open(folder, orderSender(results, options)),
  ];
  const { interrupted } = session;
  while (!interrupted.aborted) {
    const next = await nextOf(sources);
    for (const { folder: path, inbox } of sources) {
      for (const name of await inbox.others()) context.comment(`${join(path, name)} ${NOT_TAKEN}`);
    }
    if (next.claim !== null) await workOn(next.source, next.claim, once, session, context);
    else if (once && !next.waits) return;
    else await pause(LOOK_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

const NOT_TAKEN =
  'is not taken: a spreadsheet is saved as CSV (.csv); orders and stock are .csv, .ndjson, .jsonl or .json.';

type Next =
  | { readonly source: Source; readonly claim: Claim }
  | { readonly claim: null; readonly waits: boolean };

async function nextOf(sources: readonly Source[]): Promise<Next> {
  let waits = false;
  for (const source of sources) {
    const next = await source.inbox.next();
    if (next.claim !== null) return { source, claim: next.claim };
    waits ||= next.waits;
  }
  return { claim: null, waits };
}

async function workOn(
  { folder, inbox, send }: Source,
  claim: Claim,
  once: boolean,
  session: ServiceSession,
  context: WrsContext,
): Promise<void> {
  await inbox.holding(claim, async () => {
    try {
      const file = await takenFile(claim);
      const end = await settle(file, send, once, session, context);
      if (end === null) return;
      const name = `${file.stem}${endingOf(file.name)}`;
      if (end.failed) await writeFile(join(folder, 'failed', `${name}.txt`), `${end.text}\n`);
      await inbox.finish(claim, end.failed ? 'failed' : 'done', name);
      context.print(`${claim.name}: ${end.failed ? `failed: ${end.text.split('\n')[0]}` : end.text}`);
      for (const warning of end.warnings) context.print(`${claim.name}: ${warning}`);
      if (end.failed && once) context.fail();
    } catch (error) {
      if (!(error instanceof TakenOver) && existsSync(claim.path)) throw error;
      context.comment(`${claim.name}: another process has taken it over.`);
    }
  });
}

async function takenFile(claim: Claim): Promise<TakenFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(claim.path), hash);
  const digest = hash.digest('hex');
  return { ...claim, digest, stem: `${basename(claim.name, endingOf(claim.name))}.${digest.slice(0, 8)}` };
}

function endingOf(name: string): string {
  return ENDING.exec(name)![0];
}
