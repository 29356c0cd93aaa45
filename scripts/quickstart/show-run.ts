import { Readable } from 'node:stream';
import type { RoutingClient } from '../../shared/client/client.ts';
import { generateInventory } from '../demo/demo-inventory.ts';
import { generateOrders } from '../demo/demo-orders.ts';
import { counted, seconds, whole } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import { statusTable } from '../terminal/status-table.ts';
import type { Terminal } from '../terminal/terminal.ts';

const SEED = 50_000;

/**
 * Sends so many orders as one managed run, and shows its progress and its result. `client` has a test key, so that stock and
 * orders are separate from those of the batch and do not count toward a plan. Returns the routing_run_id.
 */
export async function showRun(client: RoutingClient, terminal: Terminal, orders: number): Promise<number> {
  terminal.heading(`A managed run of ${counted(orders, 'order')}`);
  const inventory = generateInventory(orders, SEED);
  await client.api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } });
  const started = performance.now();
  const display = new ProgressDisplay(terminal.screen);
  const accepted = await client.runs.submit(() => Readable.from(ndjson(orders)));
  terminal.done(
    `Sent as NDJSON and accepted as run ${accepted.routing_run_id} in ${seconds(secondsSince(started))}`,
  );
  let run = accepted;
  for await (run of client.runs.follow(run.routing_run_id)) display.progress(run.progress);
  display.end();
  if (run.status !== 'completed') throw new Error(`Run ${run.routing_run_id} ended as ${run.status}.`);
  const took = secondsSince(started);
  terminal.done(
    `Routed ${counted(run.orders_routed, 'order')} in ${seconds(took)}, sending included: ` +
      `${whole(run.orders_routed / took)} orders a second, processed through the queue`,
  );
  terminal.line();
  terminal.line(statusTable(run, terminal.look));
  return run.routing_run_id;
}

function* ndjson(count: number): Generator<string> {
  for (const order of generateOrders(count, SEED)) yield `${JSON.stringify(order)}\n`;
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
