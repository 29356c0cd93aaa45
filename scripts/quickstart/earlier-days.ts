import { EXAMPLE_BODIES } from '../../api/docs/with-examples.ts';
import { dataOf, type RoutingClient, type Schemas } from '../../shared/client/client.ts';
import type { Database } from '../../shared/db/database.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import type { Actor } from '../../shared/identity/actor.ts';
import { DEMO_ACCOUNT } from '../demo/demo-account.ts';
import { DEMO_CHANGES, type DemoChange } from '../demo/demo-changes.ts';
import { generateInventory } from '../demo/demo-inventory.ts';
import { generateOrders } from '../demo/demo-orders.ts';
import { DEMO_SHOP } from '../demo/demo-shop.ts';
import { dateBack, dateBackChanges, hasDecisions } from '../demo/earlier-days.ts';
import { counted, seconds } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';
import { OWNER_EMAIL } from './demo-client.ts';
import { sendTroubledRuns } from './troubled-runs.ts';

const DAYS = 7;
const HOURS_A_BATCH = 6;
const BATCHES = (DAYS * 24) / HOURS_A_BATCH;
const SEED = 7;
/** Orders of each day's batches, one after another. Days are counted back from now, not from midnight. */
const ORDERS = [40, 90, 160, 120];

const { slug } = DEMO_ACCOUNT.client;
const OWNER: Actor = { kind: 'user', name: OWNER_EMAIL, address: '127.0.0.1' };

/**
 * Routes batches, lets the owner change the account between them, and dates all of it back over the last week, so that the
 * console has something to show by day and hour. Does nothing if the demo client has routed orders before.
 */
export async function routeEarlierDays(
  config: Config,
  client: RoutingClient,
  terminal: Terminal,
): Promise<void> {
  await withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => {
    if (await hasDecisions(db, slug)) return;
    await terminal.step(
      'Routing orders for the past days',
      () => routeAll(db, client),
      (orders, took) =>
        `Routed ${counted(orders, 'order')} in ${counted(BATCHES, 'batch', 'batches')} in ${seconds(took)}, with ` +
        `${counted(DEMO_CHANGES.length, 'change')} to the account in between, all backdated over ${DAYS} days`,
    );
  });
}

/**
 * Sends the first examples of /docs as they stand there: their order is of run 1, its decision is 1, and so is the what-if.
 * So the examples of every operation find what they name.
 */
async function sendExamples(db: Database, { api }: RoutingClient): Promise<void> {
  const body = (operation: string) => EXAMPLE_BODIES[`${operation} application/json`] as never;
  await api.POST('/api/v1/inventory', { body: body('syncInventory') });
  const run = await dataOf(api.POST('/api/v1/orders/route', { body: body('routeOrder') }));
  await api.POST('/api/v1/what-ifs', { body: body('createWhatIf') });
  await dateBack(db, (run as { routing_run_id: number }).routing_run_id, (BATCHES + 1) * HOURS_A_BATCH);
}

async function routeAll(db: Database, client: RoutingClient): Promise<number> {
  const counts = Array.from({ length: BATCHES }, (_, batch) => ORDERS[batch % ORDERS.length]!);
  const total = counts.reduce((sum, count) => sum + count);
  await sendExamples(db, client);
  // Less stock than is ordered, so that there is every kind of outcome.
  const inventory = generateInventory(Math.floor(0.8 * total), SEED);
  await client.api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } });
  const all = generateOrders(total, SEED);
  await dateBackChanges(db, { slug, since: new Date(0), hours: 24 * (DAYS + 1) });
  for (const [batch, count] of counts.entries()) {
    const hours = (BATCHES - batch) * HOURS_A_BATCH;
    const isNext = (change: DemoChange) => change.hours >= hours && change.hours < hours + HOURS_A_BATCH;
    for (const change of DEMO_CHANGES.filter(isNext)) await changeEarlier(db, change);
    const orders = Array.from({ length: count }, () => all.next().value!).map((order) => ({
      ...order,
      external_order_id: `EARLIER-${order.external_order_id}`,
    })) as Schemas['OrderInput'][];
    await dateBack(db, (await client.batch(orders)).routing_run_id!, hours);
  }
  await sendTroubledRuns(db, client, { slug, shop: DEMO_SHOP });
  return total;
}

async function changeEarlier(db: Database, { hours, make }: DemoChange): Promise<void> {
  const since = new Date();
  await make(db, OWNER);
  await dateBackChanges(db, { slug, since, hours });
}
