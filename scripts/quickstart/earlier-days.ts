import type { Schemas } from '../../shared/client/client.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Database } from '../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { generateInventory } from '../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../shared/demo/demo-orders.ts';
import { dateBack, hasDecisions } from '../../shared/demo/earlier-days.ts';
import { counted, seconds } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';
import { type Client, dataOf } from '../wrs/client.ts';

const DAYS = 7;
const HOURS_A_BATCH = 6;
const BATCHES = (DAYS * 24) / HOURS_A_BATCH;
const SEED = 7;
/** Orders of each day's batches, one after another. Days are counted back from now, not from midnight. */
const ORDERS = [40, 90, 160, 120];

/**
 * Routes batches and dates them back over the last week, so that the console has something to show by day and hour. Does
 * nothing where the demo client has routed orders before.
 */
export async function routeEarlierDays(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  client: Client,
  terminal: Terminal,
): Promise<void> {
  await withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => {
    if (await hasDecisions(db, { slug: DEMO_ACCOUNT.client.slug, environment: 'live' })) return;
    await terminal.step(
      'Routing orders of the last days',
      () => routeAll(db, client),
      (orders, took) =>
        `Routed ${counted(orders, 'order')} in ${counted(BATCHES, 'batch', 'batches')} in ${seconds(took)}, dated back over ${DAYS} days`,
    );
  });
}

async function routeAll(db: Database, client: Client): Promise<number> {
  const counts = Array.from({ length: BATCHES }, (_, batch) => ORDERS[batch % ORDERS.length]!);
  const total = counts.reduce((sum, count) => sum + count);
  // Less stock than is ordered, so that every outcome is seen.
  const inventory = generateInventory(Math.floor(0.8 * total), SEED);
  await client.api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } });
  const all = generateOrders(total, SEED);
  for (const [batch, count] of counts.entries()) {
    const orders = Array.from({ length: count }, () => all.next().value!).map((order) => ({
      ...order,
      external_order_id: `EARLIER-${order.external_order_id}`,
    })) as Schemas['OrderInput'][];
    const run = await dataOf(client.api.POST('/api/v1/orders/batch-route', { body: { orders } }));
    if (!('routing_run_id' in run) || run.routing_run_id === null) throw new Error('The batch was not kept.');
    await dateBack(db, run.routing_run_id, (BATCHES - batch) * HOURS_A_BATCH);
  }
  return total;
}
