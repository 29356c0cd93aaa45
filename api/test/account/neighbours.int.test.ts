import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { A_DAY_MS } from '../../../shared/db/timeouts.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { aClient, anOrder, openApi, send } from '../api.ts';
import { aPerson } from './people.ts';

/** An application with few connections, and an account whose lock another process holds. */
async function withLockedAccount() {
  const db = await createTestDatabase();
  onTestFinished(() => db.close());
  const own = openDatabase(db.url, { poolSize: 2 });
  // No wait ends by its time-out, however slow the machine is.
  const databaseTimeouts = { statementMs: null, lockMs: A_DAY_MS, idleMs: A_DAY_MS, connectMs: A_DAY_MS };
  const api = await openApi(own, { databaseTimeouts });
  onTestFinished(async () => {
    await api.close();
    await own.close();
  });
  const account = await createTestAccount(db);
  const owner = await aPerson(db, 'owner', account.client_id);
  const holder = new pg.Client({ connectionString: db.url });
  await holder.connect();
  const waiting = async () => {
    const { rows } = await db.pool.query<{ waiting: number }>(
      `SELECT count(*) AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [`account ${account.slug}`],
    );
    return rows[0]!.waiting;
  };
  const unlock = () => holder.end();
  onTestFinished(unlock);
  await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`account ${account.slug}`]);
  const change = (query = '') =>
    api.app.inject({
      method: 'PATCH',
      url: `/account/v1/${query === '' ? 'settings' : `warehouses/EWR1${query}`}`,
      headers: owner.headers,
      payload: query === '' ? { split_shipment: 'block' } : { priority: 7 },
    });
  return { db, api, account, owner, change, waiting, unlock };
}

it('changes of a locked account, and dry runs, take one connection, and others are routed, read and changed', async () => {
  const { db, api, change, waiting, unlock } = await withLockedAccount();
  const other = await aClient(db);
  const neighbour = await createTestAccount(db);
  const { headers } = await aPerson(db, 'owner', neighbour.client_id);
  const sent = [change(), ...Array.from({ length: 11 }, () => change('?dry_run=true'))];
  // All of this process wait behind one of them, which tries again and again.
  const seen = new Set<number>();
  while (!seen.has(1)) seen.add(await waiting());
  const routed = await send(api.app, other.live, 'POST', '/api/v1/orders/route', { payload: anOrder() });
  expect(routed.statusCode).toBe(200);
  const url = '/account/v1/settings';
  expect((await api.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200);
  const payload = { split_shipment: 'block' };
  expect((await api.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200);
  for (let looks = 0; looks < 50; looks += 1) seen.add(await waiting());
  expect(Math.max(...seen)).toBe(1);
  await unlock();
  expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
});
