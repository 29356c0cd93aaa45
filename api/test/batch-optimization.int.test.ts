import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { readAccountRun } from '../../shared/operations/insight/account-run.ts';
import { computeFloor } from '../../shared/runs/certificate.ts';
import { aClient, anOrder, send, sharedApi, stock, type TestClient } from './api.ts';

const api = await sharedApi();

const IMPROVE = { batch_optimization: 'improve', batch_max_days_later: null };
const ORDERS = [
  anOrder({ external_order_id: 'SO-16', lines: [{ sku: 'LAMP', quantity: 1 }] }),
  anOrder({
    external_order_id: 'SO-17',
    lines: [
      { sku: 'LAMP', quantity: 1 },
      { sku: 'DESK', quantity: 1 },
    ],
  }),
];

async function aShop(client: object = {}): Promise<TestClient> {
  const shop = await aClient(api.db, { settings: IMPROVE as never, client });
  await stock(api.app, shop.live, ['LAMP', 'EWR1', 1], ['DESK', 'EWR1', 1], ['LAMP', 'ATL1', 1]);
  return shop;
}

const batch = (key: string, query = '', headers = {}) =>
  send(api.app, key, 'POST', `/api/v1/orders/batch-route${query}`, { payload: { orders: ORDERS }, headers });
const get = (key: string, path: string) =>
  api.app.inject({ url: `/api/v1/${path}`, headers: { authorization: `Bearer ${key}` } });

/** What the check of certificates says. */
async function checked(certificate: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'run.ndjson');
  await writeFile(file, certificate);
  const check = join(projectRoot, 'scripts/dev/checks/certificate.mjs');
  return (await promisify(execFile)(process.execPath, [check, file])).stdout;
}

it('answers a batch that was improved, says why, and proves it once its floor is computed', async () => {
  const { live } = await aShop();
  const tried = (await batch(live, '?dry_run=true&explain=true')).json();
  const key = { 'idempotency-key': 'once' };
  const answer = await batch(live, '', key);
  const { results, optimization, routing_run_id: run } = answer.json();
  expect(optimization).toMatchObject({
    shipments_before: 3,
    shipments_after: 2,
    floor: null,
    floor_reason: 'pending',
    orders_improved: 2,
  });
  expect(tried.optimization).toEqual(optimization);
  expect(results.map(({ selected_warehouse: from }: { selected_warehouse: object }) => from)).toMatchObject([
    { warehouse_id: 'ATL1' },
    { warehouse_id: 'EWR1' },
  ]);
  expect(results[0].explanation.decision_driver).toMatchObject({
    code: 'batch_improved',
    message:
      'Ships from Atlanta GA instead of Edison NJ, so that order SO-17 ships in one parcel instead of two.',
  });
  const why = (await get(live, 'orders/SO-16/why')).json();
  expect(why.optimization).toEqual({
    alone: { warehouse_ids: ['EWR1'], shipments: 1, days: expect.any(Number) },
    sentence: results[0].explanation.decision_driver.message,
  });
  // What the other order left in the end.
  const seen = why.warehouses.map(
    ({ lines }: { lines: { available_qty: number }[] }) => lines[0]!.available_qty,
  );
  expect(seen).toEqual([0, 1]);
  expect(tried.results[0].why.optimization).toEqual(why.optimization);

  expect((await get(live, `runs/${run}/certificate`)).statusCode).toBe(404);
  const { rows } = await api.db.pool.query<{ ledger_id: number }>(
    'SELECT ledger_id FROM runs WHERE id = $1',
    [run],
  );
  await computeFloor({ db: api.db }, { ledger_id: rows[0]!.ledger_id, run_id: run, number: 0 });
  const { floor_reason: _, ...known } = optimization;
  expect((await get(live, `runs/${run}`)).json().optimization).toEqual({ ...known, floor: 2, gap: 0 });
  const { ledger_id } = rows[0]!;
  const shown = await readAccountRun(api.db, ledger_id, run, { forOperator: false });
  expect(shown.run.optimization).toMatchObject({ shipments_before: 3, shipments_after: 2, floor: 2 });
  const certificate = await get(live, `runs/${run}/certificate`);
  expect(certificate.payload.split('\n')[0]).toMatch(/^\{"type":"run","floor":2,"shipments_after":2,/);
  expect(await checked(certificate.payload)).toBe(
    '2 orders: 3 shipments one by one, 2 improved, at least 2.\nThe certificate holds.\n',
  );
  // The same request is answered with the same bytes, also when the floor is known.
  expect((await batch(live, '', key)).payload).toBe(answer.payload);
});

it('improves a batch of Variant B that consumes, and none that does not', async () => {
  const client = { contract_variant: 'B', plan: 'pro', subscription_status: 'active' };
  const { live } = await aShop(client);
  const { optimization, results } = (await batch(live)).json();
  expect(optimization).toMatchObject({ windows: 1, shipments_before: 3, shipments_after: 2 });
  expect(results[0].decision_driver.code).toBe('batch_improved');
  const other = await aClient(api.db, {
    settings: { ...IMPROVE, consume_inventory_during_batch: false } as never,
    client,
  });
  expect((await batch(other.live)).json()).not.toHaveProperty('optimization');
});
