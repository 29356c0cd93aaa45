import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeElement } from '../../../shared/account/account-lists.ts';
import { stockOfAccounts } from '../../../shared/ledger/stock/clear-stock.ts';
import { reconcile } from '../../../shared/operations/reconcile/reconcile.ts';
import { anAccountFile, createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { aPerson } from '../account/people.ts';
import { ask, createTestApi, type TestApi } from '../api.ts';

// What docs/guides/keep-stock-true.md says of clocks that step, of counts that clear a warehouse, and of sums that are too large.

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await placeClock();
});
afterAll(() => api.close());

const clockUrl = () => new URL(api.db.url).pathname.slice(1);

/** Puts a clock before that of the server, which the tests can step: every connection that opens from now on reads it. */
async function placeClock(): Promise<void> {
  const client = new pg.Client({ connectionString: api.db.url });
  await client.connect();
  await client.query(`
    CREATE SCHEMA stepped;
    CREATE TABLE stepped.step (by interval NOT NULL);
    INSERT INTO stepped.step VALUES ('0');
    CREATE FUNCTION stepped.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + by FROM stepped.step';
    ALTER DATABASE "${clockUrl()}" SET search_path = stepped, pg_catalog, public;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await client.end();
}

/** Lets the database's clock be ahead by so many seconds from now on; 0: as it is. */
const stepClock = (seconds: number) =>
  api.db.pool.query(`UPDATE stepped.step SET by = make_interval(secs => $1)`, [seconds]);

const post = ({ keys }: TestAccount, path: string, payload: object = {}) =>
  ask(api, keys.live, 'POST', `/api/v1/${path}`, payload);

const sync = (account: TestAccount, quantity_available: number, more: object = {}) =>
  post(account, 'inventory', {
    ...more,
    inventory: [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available }],
  });

const change = (account: TestAccount, units: number, more: object = {}) =>
  post(account, 'inventory/changes', {
    changes: [{ sku: 'CHAIR', warehouse_id: 'EWR1', change: units, ...more }],
  });

const route = (account: TestAccount, external_order_id: string, quantity: number) =>
  post(account, 'orders/route', {
    ...{ external_order_id, destination_zip: '10001' },
    lines: [{ sku: 'CHAIR', quantity }],
  });

async function chairs(account: TestAccount): Promise<readonly [available: number, reserved: number]> {
  const headers = { authorization: `Bearer ${account.keys.live}` };
  const { inventory } = (await api.app.inject({ url: '/api/v1/inventory?sku=CHAIR', headers })).json();
  return [inventory[0].quantity_available, inventory[0].reserved_quantity];
}

const differences = async ({ slug }: TestAccount) => (await reconcile(api.db, { client: slug })).differences;

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

describe('a clock that has stepped back', () => {
  /** A ledger of 5 chairs that were counted while the clock was 10 seconds ahead. */
  async function countedAhead(): Promise<TestAccount> {
    const account = await createTestAccount(api.db);
    await stepClock(10);
    await sync(account, 5);
    await stepClock(0);
    return account;
  }

  it('loses no change: it is later than the count', async () => {
    const account = await countedAhead();
    const { body } = await change(account, 3);
    expect(body.changes).toMatchObject([{ applied: true, quantity_available: 8 }]);
    expect([await chairs(account), await differences(account)]).toEqual([[8, 0], []]);
  });

  it('loses no plain sync, nor what it says of reservations', async () => {
    const account = await countedAhead();
    await route(account, 'SO-1', 2);
    await sync(account, 9);
    expect([await chairs(account), await differences(account)]).toEqual([[9, 0], []]);
  });

  it('loses no shipment: it is not before its decision', async () => {
    const account = await countedAhead();
    await route(account, 'SO-1', 2);
    await post(account, 'orders/SO-1/shipped');
    expect([await chairs(account), await differences(account)]).toEqual([[3, 0], []]);
  });
});

describe('a clock of a client that is ahead', () => {
  it('has its changes, counts and shipments taken as of now', async () => {
    const account = await createTestAccount(api.db);
    const ahead = () => secondsFromNow(1.5);
    expect((await sync(account, 5, { counted_at: ahead() })).status).toBe(200);
    expect((await change(account, 3, { happened_at: ahead() })).body.changes).toMatchObject([
      { applied: true, quantity_available: 8 },
    ]);
    await route(account, 'SO-1', 2);
    expect((await post(account, 'orders/SO-1/shipped', { shipped_at: ahead() })).body.shipped_units).toBe(2);
    expect(await chairs(account)).toEqual([6, 0]);
    expect((await change(account, 1, { happened_at: secondsFromNow(600) })).status).toBe(400);
  });
});

describe('clear_stock', () => {
  it('keeps what open orders have reserved where counts are of the shelf, and says that the pair is short', async () => {
    const account = await createTestAccount(api.db, { settings: { stock_counts: 'on_hand' } });
    await sync(account, 5);
    await route(account, 'SO-1', 5);
    const act = {
      ...{ slug: account.slug, if_match: undefined, list: 'warehouses' as const },
      who: { kind: 'user' as const, name: 'p@x.example', address: '192.0.2.1' },
    };
    await changeElement(api.db, act, 'EWR1', { enabled: false });
    await changeElement({ ...api.db, stock: stockOfAccounts(30) }, act, 'EWR1', {
      enabled: true,
      clear_stock: true,
    });
    expect(await chairs(account)).toEqual([0, 5]);
    const headers = { authorization: `Bearer ${account.keys.live}` };
    const { pairs } = (await api.app.inject({ url: '/api/v1/inventory/short', headers })).json();
    expect(pairs).toMatchObject([{ sku: 'CHAIR', short_quantity: 5, orders: [{ units: 5 }] }]);
    await sync(account, 3);
    expect((await route(account, 'SO-2', 3)).body.results[0].status).toBe('NONE');
    expect(await differences(account)).toEqual([]);
  });
});

describe('a sum beyond 2,147,483,647', () => {
  const MAX = 2_147_483_647;

  it('is a fault of its row in a count, and refuses the count', async () => {
    const account = await createTestAccount(api.db);
    const counted_at = secondsFromNow(-60);
    await sync(account, 5, { counted_at: secondsFromNow(-120) });
    await change(account, 10);
    const { status, body } = await sync(account, MAX, { counted_at });
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'inventory[0].quantity_available', message: expect.stringContaining('too large') }],
    ]);
    expect(await chairs(account)).toEqual([15, 0]);
  });

  it('leaves its row out with on_invalid=skip', async () => {
    const account = await createTestAccount(api.db);
    await sync(account, 5, { counted_at: secondsFromNow(-120) });
    await change(account, 10);
    const { status, body } = await post(account, 'inventory?on_invalid=skip', {
      counted_at: secondsFromNow(-60),
      inventory: [
        { sku: 'CHAIR', warehouse_id: 'ATL1', quantity_available: 1, unit_value: 7 },
        { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: MAX, unit_value: 8 },
        { sku: 'LAMP', warehouse_id: 'EWR1', quantity_available: 1 },
      ],
    });
    expect([status, body.fault_count, body.rows_upserted]).toEqual([200, 1, 2]);
    expect(await chairs(account)).toEqual([15, 0]);
    const { rows } = await api.db.pool.query(
      `SELECT unit_value FROM skus WHERE sku = 'CHAIR' AND ledger_id = $1`,
      [account.live.ledger_id],
    );
    expect(rows).toEqual([{ unit_value: 7 }]);
  });

  it('is a fault of a change', async () => {
    const account = await createTestAccount(api.db);
    await sync(account, MAX);
    expect(await change(account, 1)).toMatchObject({
      ...{ status: 422, body: { errors: [{ path: 'changes[0].change' }] } },
    });
  });
});

describe('the switch of stock_counts to on_hand over HTTP', () => {
  it('says before how many orders are open and hold nothing', async () => {
    const account = await createTestAccount(api.db);
    await sync(account, 9);
    for (const id of ['SO-1', 'SO-2', 'SO-3']) await route(account, id, 1);
    await post(account, 'orders/SO-3/release');
    await sync(account, 9); // ends the reservations of the others
    await route(account, 'SO-4', 1);
    const owner = await aPerson(api.db, 'owner', account.client_id);
    const answer = await api.app.inject({
      ...{ method: 'PUT', url: '/account/v1/account?dry_run=true', headers: owner.headers },
      payload: anAccountFile({ client: { slug: account.slug }, settings: { stock_counts: 'on_hand' } }),
    });
    expect(answer.body).toMatch(/2 orders .*hold nothing/);
  });
});
