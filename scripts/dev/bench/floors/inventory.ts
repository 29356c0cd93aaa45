import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { SentStockRow } from '../dataset.ts';
import { bareServer, serveFloor } from './serve.ts';

/** A snapshot of stock: its body is parsed, COPYed into a scratch table and upserted in one statement. */
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const columns = 'sku text, warehouse_id text, quantity int, unit_value numeric';
await client.query(`
  CREATE TABLE inventory (${columns}, PRIMARY KEY (sku, warehouse_id));
  CREATE TEMP TABLE scratch (${columns}) ON COMMIT DELETE ROWS`);
const upsert = {
  name: 'upsert',
  text: `INSERT INTO inventory AS old SELECT * FROM scratch
    ON CONFLICT (sku, warehouse_id) DO UPDATE SET quantity = excluded.quantity, unit_value = excluded.unit_value
    WHERE (old.quantity, old.unit_value) IS DISTINCT FROM (excluded.quantity, excluded.unit_value)`,
};
const app = bareServer();

app.post<{ Body: { inventory: SentStockRow[] } }>('/', async ({ body }) => {
  let text = '';
  for (const { sku, warehouse_id, quantity_available, unit_value } of body.inventory)
    text += `${sku}\t${warehouse_id}\t${quantity_available}\t${unit_value ?? '\\N'}\n`;
  await client.query('BEGIN');
  await pipeline(Readable.from([Buffer.from(text)]), client.query(copyFrom('COPY scratch FROM STDIN')));
  await client.query(upsert);
  await client.query('COMMIT');
  return { rows_received: body.inventory.length };
});

await serveFloor(app);
