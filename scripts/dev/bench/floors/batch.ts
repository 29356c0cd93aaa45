import pg from 'pg';
import { copyDecisions, DECISIONS } from './decision-rows.ts';
import { bareServer, serveFloor } from './serve.ts';

/** A batch: its body is parsed, 700 bytes an order are COPYed in one transaction, a prepared answer is sent. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const answer = Buffer.alloc(Number(process.env.ANSWER_BYTES), 'x');
await pool.query(DECISIONS);
const app = bareServer();

app.post<{ Body: { orders: unknown[] } }>('/', async ({ body }, reply) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await copyDecisions(client, body.orders.length);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  reply.type('application/json');
  return answer;
});

await serveFloor(app);
