import { Readable } from 'node:stream';
import type { RunView } from '../../shared/contracts/run.ts';
import { generateInventory } from '../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../shared/demo/demo-orders.ts';
import type { Client } from '../wrs/client.ts';
import { Display } from '../wrs/display.ts';
import { followRun } from '../wrs/follow.ts';
import { showStatuses } from './show-statuses.ts';
import { counted, seconds, type Terminal, whole } from './terminal.ts';

const SEED = 50_000;

/**
 * Sends `orders` orders as one managed run, shows its progress and what came of it. With a test key: its stock and
 * orders are apart from those of the batch, and count toward no plan.
 */
export async function showRun(client: Client, terminal: Terminal, orders: number): Promise<void> {
  terminal.heading(`A managed run of ${counted(orders, 'order')}`);
  const inventory = generateInventory(orders, SEED);
  await client.api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } });
  const started = performance.now();
  const display = new Display(terminal.screen);
  const headers = { 'content-type': 'application/x-ndjson' };
  const accepted = await client.upload<RunView>('/api/v1/runs', headers, Readable.from(ndjson(orders)));
  terminal.done(
    `Sent as NDJSON and accepted as run ${accepted.client_run_number} in ${seconds(secondsSince(started))}`,
  );
  const run = await followRun(client, accepted.routing_run_id, ({ progress }) => display.progress(progress));
  display.end();
  if (run.status !== 'completed') throw new Error(`Run ${run.client_run_number} ended as ${run.status}.`);
  const took = secondsSince(started);
  terminal.done(
    `Routed ${counted(run.orders_routed, 'order')} in ${seconds(took)}, sending included: ` +
      `${whole(run.orders_routed / took)} orders a second, worked through the queue`,
  );
  terminal.line();
  showStatuses(run, terminal);
}

function* ndjson(count: number): Generator<string> {
  for (const order of generateOrders(count, SEED)) yield `${JSON.stringify(order)}\n`;
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
