import { parseAccountFile } from '../../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../../shared/account/apply-account.ts';
import { importPrices } from '../../../../shared/account/import-tables.ts';
import { type OrderRequest, toRoutingOrders } from '../../../../shared/contracts/order.ts';
import { DAY_MS } from '../../../../shared/engine/rules/departures.ts';
import { COMMAND_LINE } from '../../../../shared/identity/actor.ts';
import { markRunFailed } from '../../../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../../../shared/testing/accepted-run.ts';
import { createCatalogue } from '../../../demo/catalogue.ts';
import { createCustomers } from '../../../demo/customers.ts';
import { DEMO_ACCOUNT } from '../../../demo/demo-account.ts';
import { generateInventory } from '../../../demo/demo-inventory.ts';
import { generateOrders } from '../../../demo/demo-orders.ts';
import { demoPrices } from '../../../demo/demo-prices.ts';
import { DEMO_SHOP } from '../../../demo/demo-shop.ts';
import { dateBack } from '../../../demo/earlier-days.ts';
import { createRandom } from '../../../demo/random.ts';
import { saveOperator } from '../../../wrs/admin/operators.ts';
import { addClient } from '../../harness/clients.ts';
import { HttpCaller } from '../../harness/http.ts';
import { runOf } from '../../harness/orders.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';

const SLUG = 'large';
const SEED = 60;
const password = 'correct horse battery';

export const OPERATOR = { email: 'operator@example.com', password };
export const OWNER = { email: 'owner@large.example', password };

/** The warehouses of the demo client, and as many others as make sixty. Some can send few shipments a day. */
const WAREHOUSES = [...DEMO_ACCOUNT.warehouses, ...otherWarehouses()].map((warehouse, index) => ({
  ...warehouse,
  priority: index + 1,
  calendar: { time_zone: 'America/New_York', cut_off: '14:00' },
  capacity: { shipments_per_day: 150 + 75 * (index % 9), when_full: 'later' as const },
}));

function otherWarehouses() {
  const random = createRandom(SEED);
  const drawZip = createCustomers();
  return Array.from({ length: 60 - DEMO_ACCOUNT.warehouses.length }, (_, index) => {
    const zip = drawZip(random);
    const warehouse_id = `W${String(index + 12).padStart(3, '0')}`;
    return { warehouse_id, warehouse_name: `Site ${zip}`, zip, enabled: true };
  });
}

const finishes = Array.from({ length: 50 }, (_, index) => `finish ${index + 1}`);
const RANGES = ['TENT', 'PACK', 'BOOT', 'COOK', 'LAMP', 'WEAR', 'BIKE', 'CAMP'].map(
  (code) => [code, ['Basic', 'Light', 'Classic', 'Pro', 'Expedition'], 9, 649] as const,
);
const SHOP = {
  ...DEMO_SHOP,
  prefix: 'SO',
  catalogue: createCatalogue(SEED, RANGES, finishes),
  warehouses: WAREHOUSES,
};

const RULES = SHOP.catalogue.slice(-500).map(({ sku }, index) => {
  if (index % 100 === 0) return { sku, rule: 'hold' as const };
  if (index % 2 === 0) return { sku, rule: 'do_not_split' as const };
  return { sku, rule: 'exclude' as const, warehouse_ids: [WAREHOUSES[index % 60]!.warehouse_id] };
});

/** Orders of two days ago, of yesterday and of the last minutes. */
const [BEFORE, YESTERDAY, NOW] = [9000, 11_000, 500];

/** The orders. One in ten must arrive on a day, which is soon. */
function* ordersOf(count: number): Generator<OrderRequest> {
  let index = 0;
  for (const order of generateOrders(count, SEED, SHOP)) {
    const deliver_by = new Date(Date.now() + (3 + (index % 5)) * DAY_MS).toISOString().slice(0, 10);
    yield { ...order, ...(index++ % 10 === 0 && { deliver_by }) };
  }
}

/**
 * Makes an account of sixty warehouses, 2,000 SKUs, 500 rules and 20,500 orders of three days, and what goes wrong in a day: an
 * endpoint that is not found, a failed run, skipped orders of a file. A what-if has ended. Returns the id of yesterday's run.
 */
export async function makeLargeAccount({ url, db }: ServiceUnderTest): Promise<number> {
  await saveOperator(db, COMMAND_LINE, OPERATOR);
  const { keys, live } = await addClient(db, SLUG, {
    client: { slug: SLUG, name: 'Large Outfitters' },
    warehouses: WAREHOUSES,
    settings: { ...DEMO_ACCOUNT.settings, late_delivery: 'warn' },
    item_controls: RULES,
    users: [{ ...OWNER, role: 'owner' }],
    webhooks: [{ url: 'https://hooks.large.invalid/orders', events: ['order.unroutable'] }],
  });
  await importPrices(db, SLUG, { text: demoPrices(), currency: 'USD' });
  const weights = { client: { slug: SLUG }, default_unit_weight: 2.5, split_penalty: 2 };
  await applyAccountFile(db, parseAccountFile(weights), { baseDir: null });
  const caller = new HttpCaller(url, { key: keys.live });
  const all = BEFORE + YESTERDAY + NOW;
  const stock = runOf(generateInventory(all, SEED, SHOP));
  await caller.json('/api/v1/inventory/uploads', stock, 'application/x-ndjson');
  const orders = [...ordersOf(all)];
  await dateBack(db, await routeRun(caller, runOf(orders.splice(0, BEFORE))), 40);
  const run = await routeRun(caller, runOf(orders.splice(0, YESTERDAY)));
  await dateBack(db, run, 16);
  await caller.json('/api/v1/orders/batch-route', { orders });
  const [order] = ordersOf(1);
  const faulty = ['F-1', 'F-2', 'F-3'].map((external_order_id) => ({
    ...order,
    external_order_id,
    lines: 'none',
  }));
  await caller.json('/api/v1/runs?on_invalid=skip', runOf([order!, ...faulty]), 'application/x-ndjson');
  const failed = toRoutingOrders([{ ...order!, external_order_id: 'FAILED-1' }], String);
  await markRunFailed(db.pool, await createAcceptedRun(db, live, failed, 1), 'It broke.');
  const draft = { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] };
  await caller.json('/api/v1/what-ifs', { name: 'Without Edison', orders: { routing_run_id: run }, draft });
  caller.close();
  await db.pool.query('VACUUM ANALYZE');
  return run;
}
