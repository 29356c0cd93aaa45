import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** What a floor writes for an order, its id, separator and newline included. */
const BYTES = 700;
const ID_DIGITS = 12;
export const PADDING = 'x'.repeat(BYTES - ID_DIGITS - 2);
/** Rows handed to the socket at once: about 256 KB. */
const ROWS = 375;

/** An ordinary logged table with a primary key. */
export const DECISIONS = 'CREATE TABLE decisions (id bigint PRIMARY KEY, data text NOT NULL)';

let last = 0;

/** An id that no row has yet. */
export function nextId(): number {
  return ++last;
}

/** COPYs a text, by default in COPY's own format. */
export function copyText(
  client: pg.ClientBase,
  table: string,
  text: Iterable<Buffer>,
  format = '',
): Promise<void> {
  return pipeline(Readable.from(text), client.query(copyFrom(`COPY ${table} FROM STDIN ${format}`)));
}

/** COPYs 700 bytes an order. */
export function copyDecisions(client: pg.ClientBase, orders: number): Promise<void> {
  return copyText(client, 'decisions', rows(orders));
}

function* rows(orders: number): Generator<Buffer> {
  for (let left = orders; left > 0; left -= ROWS) {
    let text = '';
    for (let row = Math.min(left, ROWS); row > 0; row--)
      text += `${String(nextId()).padStart(ID_DIGITS, '0')}\t${PADDING}\n`;
    yield Buffer.from(text, 'latin1');
  }
}
