import { createWriteStream, existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RoutingClient, type Schemas, Unreachable } from '../../../shared/client/client.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { decodeText } from '../../../shared/foundation/decode-text.ts';
import { counted, whole } from '../../terminal/numbers.ts';
import type { ProgressDisplay } from '../../terminal/progress-display.ts';
import { fileKind } from '../file-format.ts';
import { sendFile } from '../send-file.ts';
import { skippedLines, warningLines, type ZipOptions, zipQuery } from '../warnings.ts';
import type { Claim } from './inbox.ts';

/** A claimed file, and what it is called in the end. */
export interface TakenFile extends Claim {
  /** SHA-256 of its content, in hexadecimal. */
  readonly digest: string;
  /** Its name without the ending, with the beginning of the digest, so that a name may be used again. */
  readonly stem: string;
}

/** What became of a file. */
interface SentFile {
  /** In a line. */
  readonly text: string;
  /** What of the file may be a mistake, a line each. */
  readonly warnings: readonly string[];
}

/** Sends a file, and returns what became of it. Sent again, it has the same effect once. */
export type FileSender = (
  file: TakenFile,
  client: RoutingClient,
  display: ProgressDisplay,
) => Promise<SentFile>;

/** How much the clocks of the service and of this machine may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** A run that was accepted, and has failed or was cancelled. */
export class RunNotCompleted extends Error {}

/** `.csv`, `.ndjson.gz` */
export const ENDING = /\.\w+(\.gz)?$/i;

/** The most bytes of JSON that are read whole, to see whether it is one order or a list of orders. */
const MAX_WHOLE_JSON = 16 * 1024 * 1024;

/**
 * Makes what routes a file's orders as a managed run and writes their results to the folder `results`. The
 * Idempotency-Key is made of the content: whichever process sends it, under whichever name, it is the same run.
 */
export function orderSender(results: string, options: ZipOptions): FileSender {
  return async ({ path, name: sent, digest, stem, claimedAt }, client, display) => {
    const headers = { 'idempotency-key': `watch-${digest}` };
    const url = `/api/v1/runs?${new URLSearchParams(zipQuery(options))}`;
    const document = await documentOf(path);
    const { routing_run_id: id } =
      document === null
        ? await sendFile<RunView>(client, url, path, {}, display, headers)
        : await client.upload<RunView>(url, { ...headers, 'content-type': 'application/json' }, () => [
            document,
          ]);
    let run: RunView | undefined;
    for await (run of client.runs.follow(id)) display.progress(run.progress);
    if (run?.status !== 'completed') {
      throw new RunNotCompleted([`Run ${id} is ${run?.status}.`, run?.failure ?? ''].join(' ').trim());
    }
    const isCsv = fileKind(path).format === 'csv';
    const write = async (name: string, url: string) =>
      writeWhole(join(results, name), await client.stream(url, isCsv ? 'text/csv' : 'application/x-ndjson'));
    const name = `${stem}.${isCsv ? 'csv' : 'ndjson'}`;
    // The same content has the same results' name, so clocks need not be compared closely.
    const allowed = existsSync(join(results, name)) ? 0 : CLOCKS_DIFFER_MS;
    const isOld = Date.parse(run.created_at) < claimedAt - allowed;
    // A row of CSV has no place for what ships line by line.
    if (isCsv) await write(`${stem}.shipments.csv`, `/api/v1/reports/shipments.csv?routing_run_id=${id}`);
    await write(name, `/api/v1/runs/${id}/results`);
    const orders = counted(run.orders_routed, 'order');
    const routed = `run ${id}, ${orders}, ${whole(run.none_count)} NONE: results/${name}`;
    const warnings = warningLines(run.warnings);
    if (warnings.length > 0)
      await writeFile(join(results, `${stem}.warnings.txt`), `${warnings.join('\n')}\n`);
    const again = `npx wrs runs submit ${join(results, '..', 'done', `${stem}${sent.slice(sent.search(ENDING))}`)}`;
    const text = `nothing was routed, because the same content was before, as ${routed}. To route it again: ${again}`;
    return { text: isOld ? text : routed, warnings };
  };
}

/** Makes what syncs a file's stock. The Idempotency-Key is made of its claim, because the same stock may be sent again later. */
export const stockSender =
  (on_invalid: 'reject' | 'skip'): FileSender =>
  async ({ path, name, id }, client, display) => {
    const query = { source_name: name.slice(0, 200), on_invalid };
    const url = `/api/v1/inventory/uploads?${new URLSearchParams(query)}`;
    const headers = { 'idempotency-key': `watch-${id}` };
    const synced = await sendFile<Schemas['InventorySyncResult']>(client, url, path, {}, display, headers);
    const { rows_received, rows_inserted, rows_updated } = synced;
    const text = `${counted(rows_received, 'row')} of stock, ${whole(rows_inserted + rows_updated)} new or changed`;
    return { text, warnings: [...skippedLines(synced), ...warningLines(synced.warnings)] };
  };

/** The document `{"orders": […]}` of a file that is one order or a list of them in JSON; null for all other files. */
async function documentOf(path: string): Promise<string | null> {
  const { format, gzipped } = fileKind(path);
  if (format !== 'json' || gzipped || (await stat(path)).size > MAX_WHOLE_JSON) return null;
  const text = decodeText(await readFile(path));
  const content = parsedOrNull(text ?? '');
  if (Array.isArray(content)) return `{"orders":${text}}`;
  const isOrder = typeof content === 'object' && content !== null && !('orders' in content);
  return isOrder ? `{"orders":[${text}]}` : null;
}

/** The service says what is wrong with what cannot be parsed. */
function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes a file that is complete as soon as it can be seen. Throws Unreachable if the stream breaks off. */
async function writeWhole(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.part`);
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(source, createWriteStream(part, { flush: true })).catch((error: Error) => {
    throw error instanceof TypeError ? new Unreachable(`The results were cut off: ${error.message}`) : error;
  });
  await rename(part, path);
}
