import pg from 'pg';
import { copyDecisions, copyText, DECISIONS } from './decision-rows.ts';

// No byte of the input is a separator or a quote: a line is a value.
const AS_LINES = `WITH (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`;

/** A managed run's floor, on one connection: its orders are COPYed, and 700 bytes an order. `run` gives milliseconds. */
export async function openManagedRunFloor(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE input (line text NOT NULL); ${DECISIONS}`);
  return {
    async run(sent: readonly Buffer[], orders: number): Promise<number> {
      await client.query('VACUUM ANALYZE input, decisions');
      const started = performance.now();
      await client.query('BEGIN');
      await copyText(client, 'input', sent, AS_LINES);
      await copyDecisions(client, orders);
      await client.query('COMMIT');
      return performance.now() - started;
    },
    close: () => client.end(),
  };
}
