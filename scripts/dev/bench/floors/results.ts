import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { bareServer, serveFloor } from './serve.ts';

/** Results: as many bytes as are stored are COPYed out, and a prepared answer of the same size is sent. */
const [orders, storedBytes, answerBytes] = [
  process.env.ORDERS,
  process.env.STORED_BYTES,
  process.env.ANSWER_BYTES,
].map(Number) as [number, number, number];
const PART = Buffer.alloc(256 * 1024, 'x');

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query('CREATE TABLE stored (data text NOT NULL)');
await client.query(`INSERT INTO stored SELECT repeat('x', $1) FROM generate_series(1, $2)`, [
  // COPY adds a newline.
  Math.round(storedBytes / orders) - 1,
  orders,
]);
await client.query('VACUUM ANALYZE stored');
const app = bareServer();

app.get('/', async (_request, reply) => {
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  await pipeline(client.query(copyTo('COPY stored TO STDOUT')), nowhere);
  const body = new PassThrough();
  reply.headers({ 'content-type': 'application/x-ndjson', 'content-length': answerBytes });
  void sendPrepared(body);
  return reply.send(body);
});

/** Sends the answer as parts of one prepared buffer. One large buffer would take much memory for the same bytes. */
async function sendPrepared(body: PassThrough): Promise<void> {
  for (let left = answerBytes; left > 0; left -= PART.length)
    if (!body.write(left < PART.length ? PART.subarray(0, left) : PART)) await once(body, 'drain');
  body.end();
}

await serveFloor(app);
