import type { Schemas } from '../../shared/client/client.ts';
import { dataOf, type RoutingClient } from '../../shared/client/client.ts';
import type { OrderResultA } from '../../shared/contracts/a/schema.ts';
import { DEMO_ACCOUNT } from '../demo/demo-account.ts';
import { generateInventory } from '../demo/demo-inventory.ts';
import { generateOrders } from '../demo/demo-orders.ts';
import { DEMO_CURRENCY } from '../demo/demo-prices.ts';
import { batchText } from '../terminal/batch-text.ts';
import { decisionText } from '../terminal/decision-text.ts';
import { counted, seconds, whole } from '../terminal/numbers.ts';
import { statusTable } from '../terminal/status-table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { showSavings } from './show-savings.ts';

const ORDERS = 3000;
const SEED = 2026;

/**
 * Pushes the demo client's stock, routes its orders in one synchronous batch and shows what was decided. Returns the
 * routing_run_id.
 */
export async function showBatch(client: RoutingClient, terminal: Terminal): Promise<number> {
  const orders = [...generateOrders(ORDERS, SEED)] as Schemas['OrderInput'][];
  await pushStock(client, terminal);
  const { run } = await terminal.step(
    `Routing ${counted(orders.length, 'order')} in one request`,
    async () => {
      const started = performance.now();
      const answer = await dataOf(client.api.POST('/api/v1/orders/batch-route', { body: { orders } }));
      if (!('full_count' in answer) || !('results' in answer) || 'dry_run' in answer)
        throw new Error('The demo client has contract variant A.');
      return { run: answer, rate: (orders.length / (performance.now() - started)) * 1000 };
    },
    ({ run, rate }, took) =>
      `Routed ${counted(run.orders_routed, 'order')} in ${seconds(took)}: ${whole(rate)} orders a second, ` +
      `each decided, explained and stored as run ${run.routing_run_id}`,
  );
  terminal.heading('What was decided');
  const { line } = terminal;
  const look = { ...terminal.look, currency: DEMO_CURRENCY };
  line(statusTable(run, look));
  line();
  line(batchText(run.results, look));
  line();
  await showSavings(client, run.routing_run_id, terminal);
  terminal.heading('One decision in words');
  const index = mostTelling(run.results);
  line(decisionText(run.results[index]!, look, orders[index]!));
  return run.routing_run_id;
}

async function pushStock(client: RoutingClient, terminal: Terminal): Promise<void> {
  const inventory = generateInventory(ORDERS, SEED);
  const products = new Set(inventory.map((row) => row.sku)).size;
  const open = DEMO_ACCOUNT.warehouses.filter((warehouse) => warehouse.enabled).length;
  await terminal.step(
    'Pushing stock',
    () => client.api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } }),
    (_, took) =>
      `Pushed the stock of ${counted(products, 'product')} in ${counted(open, 'warehouse')}: ` +
      `${counted(inventory.length, 'row')} in ${seconds(took)}`,
  );
}

/** The most instructive order: the first that is split and in part, else the first that is split, else the first. */
function mostTelling(results: readonly OrderResultA[]): number {
  const first = (status: OrderResultA['status']) => results.findIndex((result) => result.status === status);
  return [first('PARTIAL_SPLIT'), first('SPLIT'), 0].find((index) => index >= 0)!;
}
