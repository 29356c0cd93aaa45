import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { SentStockRow } from '../dataset.ts';
import { copyDecisions, copyText, DECISIONS, nextId, PADDING } from './decision-rows.ts';

// Bare servers: each does the least that a request needs on this stack. The first argument names one, the second has its
// numbers. It listens on any port and prints its address for the process that started it.
const [name, numbers] = process.argv.slice(2);
const { answerBytes = 0, orders = 0, storedBytes = 0 } = JSON.parse(numbers!) as Record<string, number>;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
/** It does not check bodies for dangerous keys. */
const app = Fastify({
  bodyLimit: 64 * 1024 * 1024,
  onProtoPoisoning: 'ignore',
  onConstructorPoisoning: 'ignore',
});

async function inTransaction(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const FLOORS: Readonly<Record<string, () => Promise<void>>> = {
  /** A batch: its body is parsed, 700 bytes an order are COPYed in one transaction, a prepared answer is sent. */
  async batch() {
    const answer = Buffer.alloc(answerBytes, 'x');
    await pool.query(DECISIONS);
    app.post<{ Body: { orders: unknown[] } }>('/', async ({ body }, reply) => {
      await inTransaction((client) => copyDecisions(client, body.orders.length));
      reply.type('application/json');
      return answer;
    });
  },

  /** A single order: its body is parsed and one row of 700 bytes is inserted in a transaction. */
  async single() {
    await pool.query(DECISIONS);
    const insert = { name: 'insert', text: 'INSERT INTO decisions VALUES ($1, $2)' };
    app.post('/', async () => {
      const id = nextId();
      await inTransaction((client) => client.query({ ...insert, values: [id, PADDING] }));
      return { id };
    });
  },

  /** A snapshot of stock: its body is parsed, COPYed into a scratch table and upserted in one statement. */
  async inventory() {
    const columns = 'sku text, warehouse_id text, quantity int, unit_value numeric';
    const upsert = {
      name: 'upsert',
      text: `INSERT INTO inventory AS old SELECT * FROM scratch
        ON CONFLICT (sku, warehouse_id) DO UPDATE SET quantity = excluded.quantity, unit_value = excluded.unit_value
        WHERE (old.quantity, old.unit_value) IS DISTINCT FROM (excluded.quantity, excluded.unit_value)`,
    };
    pool.on('connect', (client) =>
      client.query(`CREATE TEMP TABLE IF NOT EXISTS scratch (${columns}) ON COMMIT DELETE ROWS`),
    );
    await pool.query(`CREATE TABLE inventory (${columns}, PRIMARY KEY (sku, warehouse_id))`);
    app.post<{ Body: { inventory: SentStockRow[] } }>('/', async ({ body }) => {
      let text = '';
      for (const { sku, warehouse_id, quantity_available, unit_value } of body.inventory)
        text += `${sku}\t${warehouse_id}\t${quantity_available}\t${unit_value ?? '\\N'}\n`;
      await inTransaction(async (client) => {
        await copyText(client, 'scratch', [Buffer.from(text)]);
        await client.query(upsert);
      });
      return { rows_received: body.inventory.length };
    });
  },

  /** Results: as many bytes as are stored are COPYed out, and a prepared answer of the same size is sent. */
  async results() {
    await pool.query('CREATE TABLE stored (data text NOT NULL)');
    // COPY adds a newline.
    const bytes = Math.round(storedBytes / orders) - 1;
    await pool.query(`INSERT INTO stored SELECT repeat('x', $1) FROM generate_series(1, $2)`, [
      bytes,
      orders,
    ]);
    await pool.query('VACUUM ANALYZE stored');
    app.get('/', async (_request, reply) => {
      const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
      await inTransaction((client) => pipeline(client.query(copyTo('COPY stored TO STDOUT')), nowhere));
      const body = new PassThrough();
      reply.headers({ 'content-type': 'application/x-ndjson', 'content-length': answerBytes });
      void sendPrepared(body);
      return reply.send(body);
    });
  },
};

const PART = Buffer.alloc(256 * 1024, 'x');

/** Sends an answer as parts of one prepared buffer. One large buffer would take much memory for the same bytes. */
async function sendPrepared(body: PassThrough): Promise<void> {
  for (let left = answerBytes; left > 0; left -= PART.length)
    if (!body.write(left < PART.length ? PART.subarray(0, left) : PART)) await once(body, 'drain');
  body.end();
}

await FLOORS[name!]!();
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
