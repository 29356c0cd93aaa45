import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { OWNED_TABLES, rowsOfClient } from '../../../shared/operations/client-data/owned-tables.ts';
import { compiled } from '../../../shared/testing/compiled.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { countRows, createTestDatabase } from '../../../shared/testing/test-database.ts';
import { TEST_SECRETS_KEY } from '../../../shared/testing/test-secrets.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';

const SKUS = 50_000;
const WAREHOUSES = ['W1', 'W2', 'W3', 'W4'];
/** Far below the time-out of a request: other clients wait for no statement of an erasing. */
const TIMEOUTS = { statementMs: 3_000, lockMs: 3_000, idleMs: 3_000, connectMs: 30_000 };

const db = await createTestDatabase();
afterAll(() => db.close());

/** Stock of 200,000 pairs in the live ledger, each changed once. */
async function addStock({ client_id, live: { ledger_id } }: TestAccount): Promise<void> {
  const { rows } = await db.pool.query<{ ids: number[] }>(
    'SELECT array_agg(id ORDER BY id) AS ids FROM warehouses WHERE client_id = $1',
    [client_id],
  );
  const values = [ledger_id, SKUS, rows[0]!.ids];
  await db.pool.query(
    `INSERT INTO stock (ledger_id, version, sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, counts)
     SELECT l.id, l.stock_version, 'SKU-' || n, ($3::int[])[1] / 32, $3::int[], '{5,5,5,5}', '{0,0,0,0}', '{1,1,1,1}',
            '[[5,null,null,0,0,1],[5,null,null,0,0,1],[5,null,null,0,0,1],[5,null,null,0,0,1]]'
     FROM ledgers l, generate_series(1, $2::int) n WHERE l.id = $1`,
    values,
  );
  await db.pool.query(
    `INSERT INTO skus (ledger_id, version, sku, sku_description)
     SELECT l.id, l.stock_version, 'SKU-' || n, 'A description of SKU ' || n
     FROM ledgers l, generate_series(1, $2::int) n WHERE l.id = $1`,
    values.slice(0, 2),
  );
  await db.pool.query(
    `INSERT INTO stock_entries (ledger_id, sku, warehouse_id, kind, quantity, happened_at, left_at)
     SELECT $1, 'SKU-' || n, w, 'change', 5, now(), now() FROM generate_series(1, $2::int) n, unnest($3::int[]) w`,
    values,
  );
}

async function rowsOf(client_id: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const owned of OWNED_TABLES) {
    const { text, values } = rowsOfClient(owned, client_id);
    const { rows } = await db.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${owned.table} WHERE ${text}`,
      values,
    );
    if (rows[0]!.n > 0) found[owned.table] = rows[0]!.n;
  }
  return found;
}

it('a client with 200,000 pairs is erased in short statements, by a second call after the first one was killed', async () => {
  const warehouses = WAREHOUSES.map((warehouse_id) => ({ warehouse_id, zip: '08837' }));
  const [account, neighbour] = [
    await createTestAccount(db, { warehouses }),
    await createTestAccount(db, { warehouses }),
  ];
  await addStock(account);
  const { slug, client_id, live } = account;
  const before = await rowsOf(neighbour.client_id);

  const child = spawn(
    process.execPath,
    [compiled('scripts/wrs'), 'admin', 'clients', 'erase', slug, '--yes'],
    {
      cwd: projectRoot,
      env: { ...process.env, DATABASE_URL: db.url, SECRETS_KEY: TEST_SECRETS_KEY },
    },
  );
  const entries = () => countRows(db, 'stock_entries WHERE ledger_id = $1', live.ledger_id);
  await expect.poll(entries, { interval: 20 }).toBeLessThan(SKUS * WAREHOUSES.length);
  child.kill('SIGKILL');
  await once(child, 'close');
  // It was half-way: the client is closed, and still there.
  expect(await entries()).toBeGreaterThan(0);
  expect(await db.prisma.client.findUnique({ where: { id: client_id } })).toMatchObject({ active: false });

  const limited = openDatabase(db.url, { timeouts: TIMEOUTS, secrets: db.secrets });
  const { code, out } = await callWrs(['admin', 'clients', 'erase', slug, '--yes', '--json'], {
    db: limited,
  });
  await limited.close();
  expect(code).toBe(0);
  expect(JSON.parse(out).rows).toMatchObject({ skus: SKUS, clients: 1 });
  expect(await rowsOf(client_id)).toEqual({});
  expect(await rowsOf(neighbour.client_id)).toEqual(before);
  const entriesOfService = await db.prisma.auditEntry.findMany({ where: { action: 'clients.erase' } });
  expect(entriesOfService).toMatchObject([{ subject: `clients/${client_id}` }]);
});
