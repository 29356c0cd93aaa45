import type { OrderResultA, RunResponseA } from '../../shared/contracts/a/schema.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { generateInventory } from '../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../shared/demo/demo-orders.ts';
import type { ApiClient } from './api-client.ts';
import { explainDecision } from './explain-decision.ts';
import { counted, seconds, type Terminal, whole } from './terminal.ts';

const ORDERS = 3000;
const SEED = 2026;
const BAR_WIDTH = 30;

const MEANINGS: Record<OrderResultA['status'], string> = {
  FULL: 'everything from one warehouse',
  SPLIT: 'everything, from several',
  PARTIAL: 'a part, from one warehouse',
  PARTIAL_SPLIT: 'a part, from several',
  NONE: 'nothing can ship',
};

/** Pushes the demo client's stock, routes its orders in one synchronous batch and shows what was decided. */
export async function showBatch(api: ApiClient, terminal: Terminal): Promise<void> {
  const orders = [...generateOrders(ORDERS, SEED)];
  await pushStock(api, terminal);
  const { run } = await terminal.step(
    `Routing ${counted(orders.length, 'order')} in one request`,
    async () => {
      const started = performance.now();
      const answer = await api.post<RunResponseA>('/api/v1/orders/batch-route', { orders });
      return { run: answer, rate: (orders.length / (performance.now() - started)) * 1000 };
    },
    ({ run, rate }, took) =>
      `Routed ${counted(run.orders_routed, 'order')} in ${seconds(took)}: ${whole(rate)} orders a second, ` +
      'each decided, explained and stored',
  );
  terminal.heading('What was decided');
  showStatuses(run, terminal);
  terminal.heading('One decision in words');
  const index = mostTelling(run.results);
  for (const text of explainDecision(orders[index]!, run.results[index]!)) terminal.line(text);
}

async function pushStock(api: ApiClient, terminal: Terminal): Promise<void> {
  const inventory = generateInventory(ORDERS, SEED);
  const products = new Set(inventory.map((row) => row.sku)).size;
  const open = DEMO_ACCOUNT.warehouses.filter((warehouse) => warehouse.enabled).length;
  await terminal.step(
    'Pushing stock',
    () => api.post('/api/v1/inventory', { source_name: 'quickstart', inventory }),
    (_, took) =>
      `Pushed the stock of ${counted(products, 'product')} in ${counted(open, 'warehouse')}: ` +
      `${counted(inventory.length, 'row')} in ${seconds(took)}`,
  );
}

function showStatuses(run: RunResponseA, terminal: Terminal): void {
  const counts: Record<OrderResultA['status'], number> = {
    FULL: run.full_count,
    SPLIT: run.split_count,
    PARTIAL: run.partial_count,
    PARTIAL_SPLIT: run.partial_split_count,
    NONE: run.none_count,
  };
  terminal.line(terminal.faint('status           orders    share'));
  for (const [status, meaning] of Object.entries(MEANINGS) as [OrderResultA['status'], string][]) {
    const share = counts[status] / run.orders_routed;
    terminal.line(
      `${terminal.strong(status.padEnd(13))} ${whole(counts[status]).padStart(9)} ${percent(share).padStart(8)}  ` +
        `${bar(share).padEnd(BAR_WIDTH)}  ${terminal.faint(meaning)}`,
    );
  }
  const warned = run.results.filter((result) => result.policy_outcome === 'warned').length;
  const optimal = run.results.filter((result) => result.routing_quality === 'Optimal').length;
  const shipments = run.results.reduce((sum, result) => sum + result.shipment_count, 0);
  terminal.line();
  terminal.line(
    `${counted(shipments, 'shipment')} in all; ${counted(optimal, 'order')} from the preferred warehouse; ` +
      `${counted(warned, 'order')} with a policy warning.`,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** At least a sliver for what is there at all. */
function bar(share: number): string {
  return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * BAR_WIDTH)));
}

/** The first order that tells most: split and short, or else split, or else any. */
function mostTelling(results: readonly OrderResultA[]): number {
  const first = (status: OrderResultA['status']) => results.findIndex((result) => result.status === status);
  return [first('PARTIAL_SPLIT'), first('SPLIT'), 0].find((index) => index >= 0)!;
}
