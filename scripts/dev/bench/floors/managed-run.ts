import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyDecisions, DECISIONS } from './decision-rows.ts';

const BUFFER_BYTES = 256 * 1024;
// No byte of the input is a separator or a quote: a line is a value.
const INPUT = `COPY input FROM STDIN WITH (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`;

/** A managed run: the input file is COPYed, and 700 bytes an order, on one connection. */
export class ManagedRunFloor {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  async open(): Promise<void> {
    await this.#client.connect();
    await this.#client.query(`CREATE TABLE input (line text NOT NULL); ${DECISIONS}`);
  }

  /** Milliseconds. */
  async run(file: string, orders: number): Promise<number> {
    await this.#client.query('VACUUM ANALYZE input, decisions');
    const started = performance.now();
    await this.#client.query('BEGIN');
    const stream = createReadStream(file, { highWaterMark: BUFFER_BYTES });
    await pipeline(stream, this.#client.query(copyFrom(INPUT)));
    await copyDecisions(this.#client, orders);
    await this.#client.query('COMMIT');
    return performance.now() - started;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
