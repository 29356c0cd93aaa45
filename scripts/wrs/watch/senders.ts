import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RoutingClient, Schemas } from '../../../shared/client/client.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { decodeText } from '../../../shared/foundation/decode-text.ts';
import { counted, whole } from '../../terminal/numbers.ts';
import type { ProgressDisplay } from '../../terminal/progress-display.ts';
import { changedText, sendChangesFile } from '../change-stock.ts';
import { OutOfPatience, UsageError } from '../failures.ts';
import { fileKind } from '../file-format.ts';
import { shellWord } from '../options.ts';
import { type FileSource, sendFile } from '../send-file.ts';
import { sendShippedFile, shippedText } from '../shipped.ts';
import { skippedLines, warningLines, type ZipOptions, zipQuery } from '../warnings.ts';
import { ENDING, type OpenedFile, type ReadyFile, sha256 } from './folder.ts';

/** Result of sending a file. */
export interface SentFile {
  /** In a line. */
  readonly text: string;
  /** What of the file may be a mistake, a line each. */
  readonly warnings: readonly string[];
  /** Orders that were refused while others were taken, a line each. */
  readonly refused?: readonly string[];
}

/**
 * Sends a file, and returns what became of it. Sent again, it has the same effect once. Throws UsageError if what it asks for
 * is not done.
 */
export type FileSender = (
  file: ReadyFile,
  opened: OpenedFile,
  client: RoutingClient,
  display: ProgressDisplay,
) => Promise<SentFile>;

interface SenderOptions extends ZipOptions {
  readonly stockOnInvalid: 'reject' | 'skip';
  /** After what time without a change of a run its file is left for the next time. Infinity: never. */
  readonly patienceMs: number;
}

/** What sends the files of each folder. Orders come last: they are routed on the stock that came before them. */
export const sendersOf = (options: SenderOptions): Readonly<Record<string, FileSender>> => ({
  /** The key is that of this file, because the same stock may be put there again later. */
  stock: async ({ name, look }, opened, client, display) => {
    const query = { source_name: name.slice(0, 200), on_invalid: options.stockOnInvalid };
    const url = `/api/v1/inventory/uploads?${new URLSearchParams(query)}`;
    const headers = { 'idempotency-key': `watch-${sha256(`${look} ${opened.digest} ${name}`)}` };
    const synced = await sendFile<Schemas['InventorySyncResult']>(client, url, opened, { headers }, display);
    const { rows_received, rows_inserted, rows_updated } = synced;
    const text = `${counted(rows_received, 'row')} of stock, ${whole(rows_inserted + rows_updated)} new or changed`;
    return { text, warnings: [...skippedLines(synced), ...warningLines(synced.warnings)] };
  },

  /** The keys of these and of shipped orders are those of their content: a file that was mended may be put there again. */
  changes: async (_, source, client, display) => {
    const changed = await sendChangesFile(client, source, {}, display);
    return { text: changedText(changed), warnings: warningLines(changed.warnings) };
  },

  shipped: async (_, source, client, display) => {
    const sent = await sendShippedFile(client, source, {}, display);
    const { text, refused } = shippedText(sent);
    if (refused.length === sent.orders.length)
      throw new UsageError(`No order was taken.\n${refused.join('\n')}`);
    return { text, warnings: warningLines(sent.warnings), refused };
  },

  /** The key is that of the content: whichever process sends it, under whichever name, it is the same run. */
  '.': async ({ folder, name, finalName }, opened, client, display) => {
    const { digest } = opened;
    const url = `/api/v1/runs?${new URLSearchParams(zipQuery(options))}`;
    let isReplay = false;
    const sending = { headers: { 'idempotency-key': `watch-${digest}` }, onReplay: () => (isReplay = true) };
    const document = await documentOf(opened);
    const { routing_run_id: id } = await sendFile<RunView>(client, url, document, sending, display);
    const run = await runAtItsEnd(client, id, options.patienceMs, display);
    if (run?.status !== 'completed')
      throw new UsageError([`Run ${id} is ${run?.status}.`, run?.failure ?? ''].join(' ').trim());
    const results = join('results', `${name.replace(ENDING, '')}.${id}-${digest.slice(0, 8)}`);
    const writeAnswer = async (ending: string, accept: string, from: string) => {
      const answer = await client.stream(from, accept);
      await folder.write(`${results}.${ending}`, Readable.fromWeb(answer as WebStream));
    };
    const isCsv = fileKind(name).format === 'csv';
    // A row of CSV has no place for what ships line by line.
    if (isCsv)
      await writeAnswer('shipments.csv', 'text/csv', `/api/v1/reports/shipments.csv?routing_run_id=${id}`);
    const [ending, accept] = isCsv ? ['csv', 'text/csv'] : ['ndjson', 'application/x-ndjson'];
    await writeAnswer(ending!, accept!, `/api/v1/runs/${id}/results`);
    const warnings = warningLines(run.warnings);
    if (warnings.length > 0) await folder.write(`${results}.warnings.txt`, `${warnings.join('\n')}\n`);
    const orders = `${counted(run.orders_routed, 'order')}, ${whole(run.none_count)} NONE`;
    const again = `npx wrs runs submit ${shellWord(join(folder.path, 'done', finalName))}`;
    const replay = isReplay ? `, routed when the same was sent before. To route it again: ${again}` : '';
    return { text: `run ${id}, ${orders}: ${results}.${ending}${replay}`, warnings };
  },
});

type WebStream = Parameters<typeof Readable.fromWeb>[0];

/** Waits until a run has ended. Throws OutOfPatience if it does not get on for so long, for example without a worker. */
async function runAtItsEnd(
  client: RoutingClient,
  id: number,
  patienceMs: number,
  display: ProgressDisplay,
): Promise<RunView | undefined> {
  const late = new AbortController();
  const reason = new OutOfPatience(
    `Run ${id} has not got on for ${patienceMs / 1000} s (--patience). Its file is left for the next time.`,
  );
  const timer = Number.isFinite(patienceMs) ? setTimeout(() => late.abort(reason), patienceMs) : undefined;
  let before = '';
  let run: RunView | undefined;
  try {
    for await (run of client.runs.follow(id, { signal: late.signal })) {
      display.progress(run.progress);
      const { phase, orders_scored, orders_routed } = run.progress;
      const now = `${phase} ${orders_scored} ${orders_routed}`;
      if (now !== before) timer?.refresh();
      before = now;
    }
    return run;
  } catch (error) {
    late.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The most bytes of JSON that are read whole, to see whether it is one order or a list of orders. */
const MAX_WHOLE_JSON = 16 * 1024 * 1024;

/** What is sent of a file: of one order, or of a list of them, in JSON the document `{"orders": […]}`. */
async function documentOf(opened: OpenedFile): Promise<FileSource> {
  const { format, gzipped } = fileKind(opened.name);
  if (format !== 'json' || gzipped || opened.size > MAX_WHOLE_JSON) return opened;
  const text = decodeText(await buffer(opened.open())) ?? '';
  let content: unknown = null;
  try {
    content = JSON.parse(text);
  } catch {
    // The service says what is wrong with it.
  }
  if (typeof content !== 'object' || content === null || 'orders' in content) return opened;
  const document = Buffer.from(Array.isArray(content) ? `{"orders":${text}}` : `{"orders":[${text}]}`);
  const open = () => Readable.from([document], { objectMode: false });
  return { name: opened.name, size: document.length, open };
}
