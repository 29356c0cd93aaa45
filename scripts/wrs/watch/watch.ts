import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Refused, Unreachable } from '../../../shared/client/client.ts';
import { KEY_HOURS } from '../../../shared/ledger/idempotency/answer-once.ts';
import { shown } from '../../terminal/escape-controls.ts';
import { counted } from '../../terminal/numbers.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { ServiceSession, WrsContext } from '../context.ts';
import { OutOfPatience, refusalText, UsageError } from '../failures.ts';
import { type ZipOptions, zipOption } from '../warnings.ts';
import { type ReadyFile, WatchedFolder, withFile } from './folder.ts';
import { type FileSender, type SentFile, sendersOf } from './senders.ts';

interface WatchOptions extends ZipOptions {
  readonly stockOnInvalid: 'reject' | 'skip';
  readonly once: boolean;
  readonly settle: number;
  readonly patience: number;
}

/** How often the folder is looked at. */
const LOOK_MS = 500;
/** After the client's own attempts. */
const TRY_AGAIN_MS = 10_000;
/** The service knows an Idempotency-Key for a day. After this time it would route the file again. */
const KEY_LIFE_MS = (KEY_HOURS - 1) * 3_600_000;

/** Answers that blame the file. After others than these and the temporary ones, nothing can be sent. */
const FAULTS: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);
/** Answers after which the same file may be taken later: the plan has room again next month, or when it is changed. */
const TEMPORARY: ReadonlySet<number> = new Set([402, 408, 429]);

/** `wrs watch`: routes files that are put into a folder. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<folder>', 'takes .csv, .ndjson, .jsonl and .json files, also .gz')
    .option('--once', 'end when no file is left', false)
    .option('--patience <seconds>', 'with --once: end when nothing has changed for so long', seconds, 600)
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
Folders: results, done, failed (each faulty file with a .txt that says why, and
a .txt of the orders of a file of shipped ones that were refused), working
(marks of files in hand), and the same in stock, changes and shipped.
With --once the exit code is 1 if a file has failed or an order was refused, 3
if the service stays away, 5 if a run has not got on, or files are still
written, for --patience: the file in hand is sent again the next time.
Ctrl-C ends it after the file in hand.`;

function seconds(text: string): number {
  if (/^\d{1,4}(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of seconds.');
}

async function watch(
  path: string,
  options: WatchOptions,
  session: ServiceSession,
  context: WrsContext,
): Promise<void> {
  const { once, patience, settle } = options;
  const { interrupted } = session;
  const patienceMs = once ? patience * 1000 : Number.POSITIVE_INFINITY;
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`${path}: no such folder`);
  await mkdir(join(path, 'results'), { recursive: true });
  const folders: (readonly [WatchedFolder, FileSender])[] = [];
  for (const [name, send] of Object.entries(sendersOf({ ...options, patienceMs }))) {
    const say = (text: string) => context.comment(shown(text));
    folders.push([await WatchedFolder.open(join(path, name), settle * 1000, say), send]);
  }
  const workOnNext = async (): Promise<boolean> => {
    for (const [folder, send] of folders) {
      const file = await folder.next();
      if (file === null) continue;
      await workOn(file, send, once, session, context);
      return true;
    }
    return false;
  };
  let idleSince = performance.now();
  while (!interrupted.aborted) {
    if (await workOnNext()) idleSince = performance.now();
    else if (once && !folders.some(([folder]) => folder.waits)) return;
    else if (performance.now() - idleSince > patienceMs)
      throw new OutOfPatience(`After ${patience} s (--patience) files are still written.`);
    else await pause(LOOK_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

/** Sends a file, moves it and says what became of it. */
async function workOn(
  file: ReadyFile,
  send: FileSender,
  once: boolean,
  session: ServiceSession,
  context: WrsContext,
): Promise<void> {
  const { folder, finalName } = file;
  const name = shown(file.name);
  try {
    const outcome = await sent(file, send, once, session, context);
    if (outcome === null) return;
    const { failed = false, text, warnings, refused = [] } = outcome;
    const reasons = failed ? [text] : refused;
    const reasonsFile = join('failed', `${finalName}.txt`);
    if (reasons.length > 0) await folder.write(reasonsFile, `${reasons.join('\n')}\n`);
    const end = await folder.finish(file, failed ? 'failed' : 'done');
    if (end === 'gone') return await rm(join(folder.path, reasonsFile), { force: true });
    context.print(`${name}: ${failed ? `failed: ${text.split('\n')[0]}` : text}`);
    for (const warning of warnings) context.print(`${name}: ${warning}`);
    if (refused.length > 0)
      context.print(`${name}: ${counted(refused.length, 'order')} refused: ${shown(reasonsFile)}`);
    if (once && (reasons.length > 0 || end === 'stuck')) context.fail();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    context.comment(`${name}: another process has moved it.`);
    await pause(LOOK_MS);
  }
}

/**
 * Sends a file until it is known whether it is done or faulty. Null if Ctrl-C came while the service was away: the file is
 * taken up the next time. Throws what is not the file's fault, such as a refused key; with `once` also Unreachable.
 */
async function sent(
  file: ReadyFile,
  send: FileSender,
  once: boolean,
  { client, interrupted }: ServiceSession,
  { screen, comment }: WrsContext,
): Promise<(SentFile & { readonly failed?: true }) | null> {
  // Without a terminal there is a line for each file, and no progress.
  const display = new ProgressDisplay(screen.isTTY ? screen : { write: () => undefined });
  do {
    try {
      return await withFile(file, async (opened) => {
        if (Date.now() - (await file.folder.sentSince(file)) > KEY_LIFE_MS) throw new UsageError(TOO_OLD);
        return send(file, opened, client, display);
      });
    } catch (error) {
      if (isFault(error)) return { failed: true, text: textOf(error), warnings: [] };
      if (once || !isTemporary(error)) throw error;
      display.end();
      comment(`${shown(file.name)}: ${error.message} It is tried again.`);
      await pause(TRY_AGAIN_MS, undefined, { signal: interrupted }).catch(() => undefined);
    } finally {
      display.end();
    }
  } while (!interrupted.aborted);
  return null;
}

const TOO_OLD =
  'This file was first sent almost a day ago or earlier, and it is not known whether its orders were routed. Look at one ' +
  '(npx wrs why ORDER_ID). If they were not, put the file into the folder again.';

function isFault(error: unknown): error is Error {
  if (error instanceof Refused) return FAULTS.has(error.status) || error.code === 'upload_limit';
  return error instanceof UsageError;
}

const textOf = (error: Error) => (error instanceof Refused ? refusalText(error) : error.message);

function isTemporary(error: unknown): error is Error {
  if (error instanceof Unreachable) return true;
  return error instanceof Refused && (error.status >= 500 || TEMPORARY.has(error.status));
}
