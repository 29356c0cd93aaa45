import pg from 'pg';
import { DECISIONS, nextId, PADDING } from './decision-rows.ts';
import { bareServer, serveFloor } from './serve.ts';

/** A single order: its body is parsed and one row of 700 bytes is inserted in a transaction. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool.query(DECISIONS);
const app = bareServer();
const insert = { name: 'insert', text: 'INSERT INTO decisions VALUES ($1, $2)' };

app.post('/', async () => {
  const client = await pool.connect();
  const id = nextId();
  try {
    await client.query('BEGIN');
    await client.query({ ...insert, values: [id, PADDING] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return { id };
});

await serveFloor(app);
