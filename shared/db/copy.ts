import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { outsidePipeline } from './pipeline.ts';
import { A_DAY_MS } from './timeouts.ts';

/** A field of a COPY row. The value of a JSON column is its text. */
type CopyValue = string | number | null;

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** Characters of one write to the socket. Larger writes are hardly faster and cost memory. */
const CHUNK_LENGTH = 256 * 1024;

/** One field in COPY's text format: null is `\N`; backslash, tab, newline and carriage return are escaped. */
export function copyField(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : value;
}

/** One row in COPY's text format, its newline included. */
export function copyRow(...values: readonly CopyValue[]): string {
  let row = '';
  for (let i = 0; i < values.length; i++) row += (i === 0 ? '' : '\t') + copyField(values[i]!);
  return `${row}\n`;
}

/**
 * Inserts many rows by `statement` (`COPY table (columns) FROM STDIN`), for which the process waits as long as the server
 * allows. If the client is in a transaction, the rows are part of it. `rows` is the text of the rows in pieces of any
 * length; it is read only as fast as the socket takes it. Returns the number of rows.
 */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  rows: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  return outsidePipeline(client, async () => {
    const copying = Object.assign(copyFrom(statement), { query_timeout: A_DAY_MS });
    const stream = client.query(copying);
    await pipeline(Readable.from(inChunks(rows)), stream);
    return stream.rowCount;
  });
}

/** Chunks of whole rows, so that none ends within a character. A newline within a row is escaped. */
async function* inChunks(rows: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const text of rows) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    const end = chunk.lastIndexOf('\n') + 1;
    if (end === 0) continue;
    yield Buffer.from(chunk.slice(0, end));
    chunk = chunk.slice(end);
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
