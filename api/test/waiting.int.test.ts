import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import type { DatabaseTimeouts } from '../../shared/db/timeouts.ts';
import { inTransaction } from '../../shared/db/transaction.ts';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { type LockElsewhere, lockLedgerElsewhere } from '../../shared/testing/lock-elsewhere.ts';
import { openTcpProxy } from '../../shared/testing/tcp-proxy.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { aClient, anOrder, openApi, send, stock, type TestApi, type TestClient } from './api.ts';

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const DEFAULTS = loadConfig({}).databaseTimeouts;

const open: (() => Promise<void>)[] = [];
let locked: LockElsewhere[] = [];

const db = await createTestDatabase();
afterEach(async () => {
  await Promise.all(locked.map((each) => each.release()));
  locked = [];
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => db.close());

/** An application whose connections have these time-outs. */
async function openWith(timeouts: Partial<DatabaseTimeouts>, url = db.url, poolSize = 10): Promise<TestApi> {
  const databaseTimeouts = { ...DEFAULTS, ...timeouts };
  const own = openDatabase(url, { timeouts: databaseTimeouts, poolSize });
  const api = await openApi(own, { databaseTimeouts });
  open.push(async () => {
    await api.close();
    await own.close();
  });
  return api;
}

async function ledgerOf({ client_id }: TestClient): Promise<number> {
  const { rows } = await db.pool.query(
    "SELECT id FROM ledgers WHERE client_id = $1 AND environment = 'live'",
    [client_id],
  );
  return rows[0].id;
}

/** Takes a client's ledger as another process would. */
async function hold(client: TestClient): Promise<LockElsewhere> {
  const lock = await lockLedgerElsewhere(db.url, await ledgerOf(client));
  locked.push(lock);
  return lock;
}

async function release(lock: LockElsewhere): Promise<void> {
  locked = locked.filter((each) => each !== lock);
  await lock.release();
}

const headersOf = ({ live }: TestClient) => ({ authorization: `Bearer ${live}` });

/** What a client has: orders and runs that are stored, and usage that is counted. */
async function kept({ client_id }: TestClient) {
  const { rows } = await db.pool.query(
    `SELECT (SELECT count(*)::int FROM orders o JOIN ledgers l ON l.id = o.ledger_id WHERE l.client_id = $1) AS orders,
            (SELECT count(*)::int FROM runs WHERE client_id = $1) AS runs,
            (SELECT coalesce(sum(routed_orders), 0)::int FROM usage WHERE client_id = $1) AS used`,
    [client_id],
  );
  return rows[0];
}

/** A batch that is so large that a thread routes it. */
function largeBatch(orders = 400) {
  const filler = 'x'.repeat(200);
  return {
    orders: Array.from({ length: orders }, () =>
      anOrder({ external_order_id: randomUUID(), raw_order_data: { filler } }),
    ),
  };
}

describe('while another process has locked a ledger', () => {
  it('answers orders, batches and syncs of it 503 with Retry-After, keeps nothing and serves others', async () => {
    const api = await openWith({ lockMs: 300 });
    const [client, other] = [await aClient(db), await aClient(db)];
    await hold(client);
    const order = { payload: anOrder() };
    const row = { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 1 };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => send(api.app, client.live, 'POST', ROUTE, order)),
      ...Array.from({ length: 3 }, () =>
        send(api.app, client.live, 'POST', BATCH, { payload: largeBatch() }),
      ),
      send(api.app, client.live, 'POST', '/api/v1/inventory', { payload: { inventory: [row] } }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(503));
    for (const { headers } of answers) expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(await kept(client)).toEqual({ orders: 0, runs: 0, used: 0 });
    expect((await send(api.app, other.live, 'POST', ROUTE, order)).statusCode).toBe(200);
  });

  it('routes a large batch of another client, however many of the locked ledger wait', async () => {
    const api = await openWith({});
    const [client, other] = [await aClient(db), await aClient(db)];
    const lock = await hold(client);
    const waiting = Array.from({ length: 4 }, () =>
      send(api.app, client.live, 'POST', BATCH, { payload: largeBatch() }),
    );
    await lock.untilWaitedFor();
    const answer = await send(api.app, other.live, 'POST', BATCH, { payload: largeBatch() });
    expect(answer.statusCode).toBe(200);
    expect(await kept(client)).toEqual({ orders: 0, runs: 0, used: 0 });
    await release(lock);
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await kept(client)).toEqual({ orders: 1600, runs: 4, used: 1600 });
  });

  it('recovers by itself when the holder is a frozen process of the service', async () => {
    const api = await openWith({});
    const client = await aClient(db);
    const frozen = openDatabase(db.url, { timeouts: { ...DEFAULTS, idleMs: 500 } });
    open.push(() => frozen.close());
    const ledger = await ledgerOf(client);
    let answer: Promise<number> | null = null;
    const holding = inTransaction(frozen.pool, async (tx) => {
      await tx.query('SELECT FROM ledgers WHERE id = $1 FOR NO KEY UPDATE', [ledger]);
      answer = send(api.app, client.live, 'POST', ROUTE, { payload: anOrder() }).then((r) => r.statusCode);
      await answer; // sends nothing meanwhile, as if it were stopped
      await tx.query('SELECT 1');
    });
    await expect(holding).rejects.toThrow(/idle-in-transaction|Connection terminated|connection error/);
    expect(await answer).toBe(200);
  });
});

describe('a caller that goes away', () => {
  /** Has the application listen, for a caller over sockets that breaks off all that it sent. */
  async function listen({ app }: TestApi, client: TestClient) {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const closed: Promise<unknown>[] = [];
    app.server.on('request', (_request, response) =>
      closed.push(new Promise((resolve) => response.once('close', resolve))),
    );
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...headersOf(client), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: leaving.signal,
      }).catch((error: Error) => error.name);
    return { post, closed, leave: () => leaving.abort() };
  }

  it('before its key is known has nothing routed', async () => {
    const api = await openWith({}, db.url, 2);
    const client = await aClient(db);
    const { post, closed, leave } = await listen(api, client);
    const taken = await Promise.all([api.db.pool.connect(), api.db.pool.connect()]);
    const sent = post(ROUTE, anOrder());
    await expect.poll(() => api.db.pool.waitingCount).toBe(1);
    leave();
    expect(await sent).toBe('AbortError');
    await Promise.all(closed);
    for (const each of taken) each.release();
    const last = await send(api.app, client.live, 'POST', ROUTE, {
      payload: anOrder({ external_order_id: 'L' }),
    });
    expect(last.statusCode).toBe(200);
    expect(await kept(client)).toEqual({ orders: 1, runs: 1, used: 1 });
  });

  it('while its ledger is locked has nothing routed, stored or counted, single order or batch', async () => {
    const api = await openWith({});
    const client = await aClient(db);
    await stock(api.app, client.live, ['CHAIR', 'EWR1', 1000]);
    const { post, closed, leave } = await listen(api, client);
    const lock = await hold(client);
    const sent = [
      post(ROUTE, anOrder()),
      post(ROUTE, anOrder({ external_order_id: 'SO-2' })),
      post(BATCH, largeBatch()),
      post(BATCH, { orders: [anOrder()] }),
      post('/api/v1/inventory', {
        inventory: [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 1 }],
      }),
    ];
    await lock.untilWaitedFor();
    await expect.poll(() => closed.length).toBe(sent.length);
    leave();
    expect(await Promise.all(sent)).toEqual(Array(sent.length).fill('AbortError'));
    await Promise.all(closed);
    await release(lock);
    // Behind all of them in the queue of the ledger.
    const last = await send(api.app, client.live, 'POST', ROUTE, {
      payload: anOrder({ external_order_id: 'L' }),
    });
    expect(last.statusCode).toBe(200);
    expect(await kept(client)).toEqual({ orders: 1, runs: 1, used: 1 });
    const { rows } = await db.pool.query(
      'SELECT count(*)::int AS syncs FROM ingest_runs WHERE ledger_id = $1',
      [await ledgerOf(client)],
    );
    expect(rows).toEqual([{ syncs: 1 }]);
  });
});

describe('a request that gets no connection', () => {
  it('is answered 503 with Retry-After', async () => {
    const api = await openWith({ connectMs: 200 }, db.url, 2);
    const client = await aClient(db);
    const taken = await Promise.all([api.db.pool.connect(), api.db.pool.connect()]);
    const answer = await send(api.app, client.live, 'GET', '/api/v1/me');
    for (const each of taken) each.release();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect((await send(api.app, client.live, 'GET', '/api/v1/me')).statusCode).toBe(200);
  });
});

describe('an order whose COMMIT has no answer', () => {
  /** Sends an order whose transaction is committed, and breaks the connection before the service hears of it. */
  async function routeAndCut(client: TestClient, headers: Record<string, string>) {
    const proxy = await openTcpProxy(db.url);
    open.push(() => proxy.close());
    const api = await openWith({}, proxy.url);
    await send(api.app, client.live, 'GET', '/api/v1/me'); // so that connections are there
    const sent = proxy.holdAnswersAfter('INSERT INTO runs'); // COMMIT is right behind it
    const answer = send(api.app, client.live, 'POST', ROUTE, { headers, payload: anOrder() });
    await sent;
    await expect.poll(async () => (await kept(client)).orders).toBe(1);
    proxy.cut();
    proxy.restore();
    return answer;
  }

  it('is answered as it was decided where it has an Idempotency-Key', async () => {
    const client = await aClient(db);
    const answer = await routeAndCut(client, { 'idempotency-key': 'once' });
    expect(answer.statusCode).toBe(200);
    expect(await kept(client)).toEqual({ orders: 1, runs: 1, used: 1 });
  });
});
