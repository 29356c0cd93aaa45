import { lstat, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { shown } from '../../terminal/escape-controls.ts';
import { counted } from '../../terminal/numbers.ts';
import type { ServiceSession, WrsContext } from '../context.ts';
import { OutOfPatience, UsageError } from '../failures.ts';
import { type ZipOptions, zipOption } from '../warnings.ts';
import { type Claim, Inbox, TakenOver, writeWhole } from './inbox.ts';
import { type FileSender, orderSender, sendChanges, sendShipped, stockSender } from './senders.ts';
import { type Settled, settle } from './settle.ts';
import { finalName, TakenFile, Unusable } from './taken-file.ts';

interface WatchOptions extends ZipOptions {
  readonly stockOnInvalid: 'reject' | 'skip';
  readonly once: boolean;
  readonly settle: number;
  readonly patience: number;
}

/** How often the folder is looked at. */
const LOOK_MS = 500;

/** `wrs watch`: routes files that are put into a folder. */
export function addWatchCommand(wrs: Command, context: WrsContext): void {
  wrs
    .command('watch')
    .description(
      'route each file of orders that is put into a folder, write its results there, and move it; take files in its ' +
        'folders stock, changes and shipped as stock, as changes of stock, and as orders that have shipped',
    )
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
(files in hand), and the same in stock, changes and shipped. With --once the
exit code is 1 if a file has failed or an order was refused, 3 if the service
stays away, 5 if a run or another process has not got on within --patience: the
file in hand is taken up the next time. Ctrl-C ends it after the file in hand.`;

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
  const patienceMs = once ? options.patience * 1000 : Number.POSITIVE_INFINITY;
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`${folder}: no such folder`);
  await mkdir(join(folder, 'results'), { recursive: true });
  const open = async (path: string, send: FileSender): Promise<Source> => ({
    folder: path,
    inbox: await Inbox.open(path, settleSeconds * 1000),
    send,
  });
  // Orders are routed on the stock that came before them.
  const sources = [
    await open(join(folder, 'stock'), stockSender(options.stockOnInvalid)),
    await open(join(folder, 'changes'), sendChanges),
    await open(join(folder, 'shipped'), sendShipped),
    await open(folder, orderSender(folder, { ...options, patienceMs })),
  ];
  const { interrupted } = session;
  let idleSince = performance.now();
  while (!interrupted.aborted) {
    const next = await nextOf(sources);
    for (const { inbox } of sources) {
      for (const text of await inbox.notTaken()) context.comment(shown(text));
      if (once && inbox.isBlocked) context.fail();
    }
    if (next.claim !== null) {
      await workOn(next.source, next.claim, once, session, context);
      idleSince = performance.now();
    } else if (once && !next.waits) return;
    else if (performance.now() - idleSince > patienceMs)
      throw new OutOfPatience(OTHERS_WORK(options.patience));
    else await pause(LOOK_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

const OTHERS_WORK = (seconds: number) =>
  `After ${seconds} s (--patience) files are still written, or in the hands of another process (working).`;

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
  const shownName = shown(claim.name);
  await inbox.holding(claim, async () => {
    try {
      const end = await endOf(claim, send, once, session, context);
      if (end === null) return;
      const name = finalName(claim);
      const { refused = [] } = end;
      const reasons = end.failed ? [end.text] : refused;
      if (reasons.length > 0)
        await writeWhole(claim, join(folder, 'failed', `${name}.txt`), `${reasons.join('\n')}\n`);
      await inbox.finish(claim, end.failed ? 'failed' : 'done', name);
      context.print(`${shownName}: ${end.failed ? `failed: ${end.text.split('\n')[0]}` : end.text}`);
      for (const warning of end.warnings) context.print(`${shownName}: ${warning}`);
      if (refused.length > 0)
        context.print(`${shownName}: ${counted(refused.length, 'order')} refused: failed/${shown(name)}.txt`);
      if (reasons.length > 0 && once) context.fail();
    } catch (error) {
      const isThere = await lstat(claim.path).catch(() => null);
      if (!(error instanceof TakenOver) && isThere !== null) throw error;
      context.comment(`${shownName}: another process has taken it over.`);
    }
  });
}

/** As `settle`. */
async function endOf(
  claim: Claim,
  send: FileSender,
  once: boolean,
  session: ServiceSession,
  context: WrsContext,
): Promise<Settled | null> {
  try {
    return await TakenFile.with(claim, (file) => settle(file, send, once, session, context));
  } catch (error) {
    if (error instanceof Unusable) return { failed: true, text: error.message, warnings: [] };
    throw error;
  }
}
