import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { zipsOfPrefix } from '../../../shared/transit/zip-codes.ts';
import { openServiceClient, type ServiceClient } from '../../wrs/client.ts';
import type { SentStockRow } from '../bench/dataset.ts';
import { quantile } from '../bench/measure.ts';
import { ndjson } from '../harness/in-parts.ts';
import { addDemoClient, type Stage, withStage } from '../harness/stage.ts';
import { HARD_FAMILIES, hardOrder } from './hard-orders/families.ts';

/**
 * Shows how long others wait during a batch of the hardest orders: batches and single orders of another client, and single
 * orders of the same client, which wait for its ledger:
 *
 *   npm run check hard-batch -- [--orders 1000] [--backend redis]
 */
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '1000' }, backend: { type: 'string', default: 'postgres' } },
});
const ORDERS = Number(values.orders);
/** The hardest: the solver does not prove them within seconds. */
const FAMILY = HARD_FAMILIES.find(({ name }) => name.startsWith('64, 50, 12 sites, 3 '))!;
const IDLE_ROUNDS = 30;
const EASY_SKU = 'EASY';

const warehouse = (position: number) => `W${String(position).padStart(2, '0')}`;
const sku = (order: number, line: number) => `S-${order}-${line}`;

/** The stock of the hard orders, each with SKUs of its own, and of one easy SKU. */
function* stockRows(): Generator<SentStockRow> {
  yield { sku: EASY_SKU, warehouse_id: warehouse(0), quantity_available: 100_000 };
  for (let order = 0; order < ORDERS; order++) {
    for (const [line, { units }] of hardOrder(FAMILY, order).entries()) {
      for (const [position, quantity_available] of units.entries()) {
        if (quantity_available === 0) continue;
        yield { sku: sku(order, line), warehouse_id: warehouse(position), quantity_available };
      }
    }
  }
}

async function addHardClient({ service, db }: Stage): Promise<ServiceClient> {
  const zips = zipsOfPrefix('');
  const file = {
    client: { ...DEMO_ACCOUNT.client, slug: 'hard', inventory_rows_limit: 10_000_000 },
    warehouses: Array.from({ length: FAMILY.warehouses }, (_, position) => ({
      warehouse_id: warehouse(position),
      warehouse_code: warehouse(position),
      warehouse_name: warehouse(position),
      zip: zips[Math.floor((position * zips.length) / FAMILY.warehouses)]!,
      enabled: true,
      priority: position + 1,
    })),
    settings: { ranking: 'priority' },
    api_keys: DEMO_ACCOUNT.api_keys,
  };
  const { api_keys } = await applyAccountFile(db, parseAccountFile(file), { baseDir: null });
  const client = openServiceClient(
    service.url,
    api_keys.find(({ environment }) => environment === 'live')!.key!,
  );
  await client.upload(
    '/api/v1/inventory/uploads',
    { 'content-type': 'application/x-ndjson' },
    Readable.from(ndjson(stockRows())),
  );
  return client;
}

let sent = 0;
function sendEasy(client: ServiceClient, of: string): Promise<unknown> {
  const order = {
    external_order_id: `E-${sent++}`,
    destination_zip: '60614',
    lines: [{ sku: of, quantity: 1 }],
  };
  return client.api.POST('/api/v1/orders/route', { body: order as never });
}

function sendBatch(client: ServiceClient): Promise<unknown> {
  const orders = [...generateOrders(500, 1)].map((order) => ({
    ...order,
    external_order_id: `B-${sent++}`,
  }));
  return client.api.POST('/api/v1/orders/batch-route', { body: { orders } as never });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function shown(all: readonly number[]): string {
  if (all.length === 0) return 'none';
  const sorted = all.toSorted((a, b) => a - b);
  return `${quantile(sorted, 0.5).toFixed(0)} ms (median of ${all.length}), ${sorted.at(-1)!.toFixed(0)} ms at most`;
}

await withStage(
  { backend: values.backend === 'redis' ? 'redis' : 'postgres', workers: 1 },
  100,
  async (stage) => {
    const hard = await addHardClient(stage);
    const other = await addDemoClient(stage, 'other', 100_000);
    const product = generateInventory(1, 1)[0]!.sku;
    const kinds = {
      "another client's batches of 500": () => sendBatch(other),
      "another client's single orders": () => sendEasy(other, product),
      'single orders of the same client': () => sendEasy(hard, EASY_SKU),
    };
    for (const send of Object.values(kinds)) for (let n = 0; n < IDLE_ROUNDS; n++) await send();
    for (const [name, send] of Object.entries(kinds)) {
      const idle: number[] = [];
      for (let n = 0; n < IDLE_ROUNDS; n++) idle.push(await timed(send));
      console.log(`alone: ${name}: ${shown(idle)}`);
    }
    const orders = Array.from({ length: ORDERS }, (_, order) => ({
      external_order_id: `H-${order}`,
      destination_zip: '60614',
      lines: Array.from({ length: FAMILY.skus }, (_line, line) => ({ sku: sku(order, line), quantity: 10 })),
    }));
    let ended = false;
    const batch = timed(() =>
      hard.api.POST('/api/v1/orders/batch-route', { body: { orders } as never }),
    ).finally(() => {
      ended = true;
    });
    const others = Object.entries(kinds).map(async ([name, send]) => {
      const busy: number[] = [];
      while (!ended) busy.push(await timed(send));
      return `during it: ${name}: ${shown(busy)}`;
    });
    console.log(`a batch of ${ORDERS} orders of ${FAMILY.name}: ${((await batch) / 1000).toFixed(1)} s`);
    for (const line of await Promise.all(others)) console.log(line);
  },
);
