import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A field of a COPY row. JSON columns take their text. */
export type CopyValue = string | number | bigint | boolean | Date | null;

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** Characters handed to the socket at once: fewer writes cost less, more only cost memory. */
const CHUNK_LENGTH = 256 * 1024;

/** One field in COPY's text format: null is `\N`; backslash, tab, newline and carriage return are escaped. */
export function copyField(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') {
    return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : value;
  }
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** One row in COPY's text format, its newline included. */
export function copyRow(...values: readonly CopyValue[]): string {
  let row = '';
  for (let i = 0; i < values.length; i++) row += (i === 0 ? '' : '\t') + copyField(values[i]!);
  return `${row}\n`;
}

/**
 * Bulk insert by `statement` (`COPY table (columns) FROM STDIN`), in the client's transaction if it has one.
 * `rows` are texts of one or more rows each, pulled as the socket takes them. Returns the number of rows.
 */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  rows: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  return outsidePipeline(client, async () => {
    const stream = client.query(copyFrom(statement));
    await pipeline(Readable.from(inChunks(rows)), stream);
    return stream.rowCount;
  });
}

/**
 * A COPY has its connection to itself. pg pipelines a connection or does not; as it looks each time, one that has
 * nothing under way can be taken out of its pipeline and put back.
 */
async function outsidePipeline<T>(client: pg.ClientBase, copy: () => Promise<T>): Promise<T> {
  const connection = client as unknown as { pipeline: boolean };
  if (!connection.pipeline) return copy();
  await client.query(''); // behind all that is under way
  connection.pipeline = false;
  try {
    return await copy();
  } finally {
    connection.pipeline = true;
  }
}

async function* inChunks(rows: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const row of rows) {
    chunk += row;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
