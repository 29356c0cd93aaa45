import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { usageOf } from '../../shared/account/usage.ts';
import { compiled } from '../../shared/testing/compiled.ts';
import { keepOutput } from '../../shared/testing/logs/keep-output.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { TEST_SECRETS_KEY } from '../../shared/testing/test-secrets.ts';

interface ApiProcess {
  readonly url: string;
  readonly child: ChildProcess;
}

const db = await createTestDatabase();
const processes = await Promise.all([startApi(), startApi()]);
afterAll(async () => {
  await Promise.all(
    processes.map(async ({ child }) => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }),
  );
  await db.close();
});

/** `npm run api` in a process of its own, which says where it listens. */
async function startApi(): Promise<ApiProcess> {
  const child = spawn(process.execPath, [compiled('api/server')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: db.url,
      SECRETS_KEY: TEST_SECRETS_KEY,
      PORT: '0',
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { url: await keepOutput(child, /http:[^\s"]+/), child };
}

interface Answer {
  readonly status: number;
  readonly results: readonly { readonly status: string }[];
}

/** Posts to the processes alternately: the request with number `n` to one, that with `n + 1` to the other. */
async function post(n: number, key: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${processes[n % 2]!.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { results = [] } = (await response.json()) as Partial<Answer>;
  return { status: response.status, results };
}

describe('two API processes on one database', () => {
  it('promise no unit twice over 40 batches at once, and count usage exactly', async () => {
    const { live, keys } = await createTestAccount(db);
    const skus = ['A', 'B', 'C'];
    const inventory = skus.flatMap((sku, missing) =>
      ['EWR1', 'ATL1', 'ONT1']
        .toSpliced(missing, 1)
        .map((warehouse_id) => ({ sku, warehouse_id, quantity_available: 25 })),
    );
    expect((await post(0, keys.live, '/inventory', { inventory })).status).toBe(200);
    // IDs recur from batch to batch, so that most orders are routed again while others are routed.
    const batches = Array.from({ length: 40 }, (_, batch) => ({
      orders: Array.from({ length: 8 }, (_, n) => ({
        external_order_id: `o${(batch * 5 + n * 11) % 90}`,
        destination_zip: '60614',
        lines: [
          { sku: skus[(batch + n) % 3], quantity: 1 + (n % 3) },
          { sku: skus[(batch + n + 1) % 3], quantity: 1 },
        ],
      })),
    }));
    const answers = await Promise.all(
      batches.map((body, n) => post(n, keys.live, '/orders/batch-route', body)),
    );
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200));
    const statuses = new Set(answers.flatMap(({ results }) => results.map(({ status }) => status)));
    expect([...statuses]).toEqual(expect.arrayContaining(['FULL', 'SPLIT', 'NONE']));

    const promised = await db.pool.query(
      `SELECT i.sku, w.warehouse_id, i.quantity, i.reserved, coalesce(sum(r.ship_qty), 0)::int AS units
       FROM inventory i
       JOIN warehouses w ON w.id = i.warehouse_id
       LEFT JOIN active_reservations r
         ON r.ledger_id = i.ledger_id AND r.sku = i.sku AND r.warehouse_id = w.warehouse_id
       WHERE i.ledger_id = $1 GROUP BY i.sku, w.warehouse_id, i.quantity, i.reserved`,
      [live.ledger_id],
    );
    expect(promised.rows).toHaveLength(6);
    for (const { units, reserved, quantity } of promised.rows) {
      expect(units).toBe(reserved);
      expect(units).toBeLessThanOrEqual(quantity);
    }
    const overruled = await db.pool.query(
      `SELECT r.order_id FROM active_reservations r WHERE r.ledger_id = $1 GROUP BY r.order_id
       HAVING count(DISTINCT r.routing_decision_id) > 1
         OR max(r.routing_decision_id) < (SELECT max(o.id) FROM orders o WHERE o.ledger_id = $1 AND o.order_id = r.order_id
           AND EXISTS (SELECT 1 FROM decisions d WHERE d.id = o.id))`,
      [live.ledger_id],
    );
    expect(overruled.rows).toEqual([]);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(320);
  });

  it('route exactly the 15 orders that a trial has left, of 20 at once', async () => {
    const { live, keys } = await createTestAccount(db, {
      client: { plan: 'trial', subscription_status: 'trialing' },
    });
    const order = (n: number) => ({
      external_order_id: `o${n}`,
      destination_zip: '60614',
      lines: [{ sku: 'A', quantity: 1 }],
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(n, keys.live, '/orders/route', order(n))),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(402)]).toEqual([15, 5]);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(15);
  });
});
