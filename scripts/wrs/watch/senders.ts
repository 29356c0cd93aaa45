import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RoutingClient, Schemas } from '../../../shared/client/client.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { decodeText } from '../../../shared/foundation/decode-text.ts';
import { counted, whole } from '../../terminal/numbers.ts';
import type { ProgressDisplay } from '../../terminal/progress-display.ts';
import { changedText, sendChangesFile } from '../change-stock.ts';
import { OutOfPatience } from '../failures.ts';
import { fileKind } from '../file-format.ts';
import { shellWord } from '../options.ts';
import { type FileSource, sendFile } from '../send-file.ts';
import { sendShippedFile, shippedText } from '../shipped.ts';
import { skippedLines, warningLines, type ZipOptions, zipQuery } from '../warnings.ts';
import { NotDone, type OpenedFile, type ReadyFile, sha256 } from './folder.ts';

/** Result of sending a file. */
export interface SentFile {
  /** In a line. */
  readonly text: string;
  /** What of the file may be a mistake, a line each. */
  readonly warnings: readonly string[];
  /** Orders that were refused while others were taken, a line each. */
  readonly refused?: readonly string[];
}

/** Sends a file, and returns what became of it. Sent again, it has the same effect once. */
export type FileSender = (
  file: ReadyFile,
  opened: OpenedFile,
  client: RoutingClient,
  display: ProgressDisplay,
) => Promise<SentFile>;

/** How files of orders are sent. */
interface OrderOptions extends ZipOptions {
  /** After what time without a change of a run its file is left for the next time. Infinity: never. */
  readonly patienceMs: number;
}

/** The most bytes of JSON that are read whole, to see whether it is one order or a list of orders. */
const MAX_WHOLE_JSON = 16 * 1024 * 1024;

/**
 * Makes what routes a file's orders as a managed run and writes their results to the folder `results`. The
 * Idempotency-Key is made of the content: whichever process sends it, under whichever name, it is the same run.
 */
export function orderSender(options: OrderOptions): FileSender {
  return async (file, opened, client, display) => {
    const { digest } = opened;
    const url = `/api/v1/runs?${new URLSearchParams(zipQuery(options))}`;
    let isReplay = false;
    const sending = { headers: { 'idempotency-key': `watch-${digest}` }, onReplay: () => (isReplay = true) };
    const { routing_run_id: id } = await sendFile<RunView>(
      client,
      url,
      await documentOf(opened),
      sending,
      display,
    );
    const run = await runAtItsEnd(client, id, options.patienceMs, display);
    if (run?.status !== 'completed')
      throw new NotDone([`Run ${id} is ${run?.status}.`, run?.failure ?? ''].join(' ').trim());
    const stem = `${file.name.replace(/\.\w+(\.gz)?$/i, '')}.${id}-${digest.slice(0, 8)}`;
    const write = (ending: string, content: string | Readable) =>
      file.folder.write(join('results', `${stem}.${ending}`), content);
    const writeAnswer = async (ending: string, accept: string, from: string) =>
      write(ending, Readable.fromWeb((await client.stream(from, accept)) as WebStream));
    const results = `/api/v1/runs/${id}/results`;
    const isCsv = fileKind(file.name).format === 'csv';
    // A row of CSV has no place for what ships line by line.
    if (isCsv) {
      const shipments = `/api/v1/reports/shipments.csv?routing_run_id=${id}`;
      await writeAnswer('shipments.csv', 'text/csv', shipments);
      await writeAnswer('csv', 'text/csv', results);
    } else await writeAnswer('ndjson', 'application/x-ndjson', results);
    const warnings = warningLines(run.warnings);
    if (warnings.length > 0) await write('warnings.txt', `${warnings.join('\n')}\n`);
    const orders = counted(run.orders_routed, 'order');
    const routed = `run ${id}, ${orders}, ${whole(run.none_count)} NONE: results/${stem}.${isCsv ? 'csv' : 'ndjson'}`;
    const again = `npx wrs runs submit ${shellWord(join(file.folder.path, 'done', file.finalName))}`;
    const text = isReplay
      ? `${routed}, routed when the same was sent before. To route it again: ${again}`
      : routed;
    return { text, warnings };
  };
}

/** Makes what syncs a file's stock. The Idempotency-Key is that of this file, because the same stock may be put there again later. */
export const stockSender =
  (on_invalid: 'reject' | 'skip'): FileSender =>
  async ({ name, look }, opened, client, display) => {
    const query = { source_name: name.slice(0, 200), on_invalid };
    const url = `/api/v1/inventory/uploads?${new URLSearchParams(query)}`;
    const headers = { 'idempotency-key': `watch-${sha256(`${look} ${opened.digest} ${name}`)}` };
    const synced = await sendFile<Schemas['InventorySyncResult']>(client, url, opened, { headers }, display);
    const { rows_received, rows_inserted, rows_updated } = synced;
    const text = `${counted(rows_received, 'row')} of stock, ${whole(rows_inserted + rows_updated)} new or changed`;
    return { text, warnings: [...skippedLines(synced), ...warningLines(synced.warnings)] };
  };

/** Makes changes of stock of a file. Its keys are made of its content, so that a file that was mended can be put there again. */
export const sendChanges: FileSender = async (_, source, client, display) => {
  const changed = await sendChangesFile(client, source, {}, display);
  return { text: changedText(changed), warnings: warningLines(changed.warnings) };
};

/** Says that the orders of a file have shipped, by keys of their content. Throws NotDone if all are refused. */
export const sendShipped: FileSender = async (_, source, client, display) => {
  const sent = await sendShippedFile(client, source, {}, display);
  const { text, refused } = shippedText(sent);
  if (refused.length < sent.orders.length) return { text, warnings: warningLines(sent.warnings), refused };
  throw new NotDone(`No order was taken.\n${refused.join('\n')}`);
};

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
