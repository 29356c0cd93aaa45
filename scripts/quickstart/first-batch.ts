import type { Schemas } from '../../shared/client/client.ts';
import { dataOf, type RoutingClient } from '../../shared/client/client.ts';
import { generateInventory } from '../demo/demo-inventory.ts';
import { generateOrders } from '../demo/demo-orders.ts';
import type { DemoShop } from '../demo/demo-shop.ts';

/** Pushes stock for so many orders of a shop and routes them in one batch. Returns the routing_run_id. */
export async function routeFirstBatch(
  { api }: RoutingClient,
  shop: DemoShop,
  { orders: count, seed }: { readonly orders: number; readonly seed: number },
): Promise<number> {
  const inventory = generateInventory(count, seed, shop);
  await api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } });
  const orders = [...generateOrders(count, seed, shop)] as Schemas['OrderInput'][];
  const run = await dataOf(api.POST('/api/v1/orders/batch-route', { body: { orders } }));
  if (!('routing_run_id' in run) || run.routing_run_id === null) throw new Error('The batch was not saved.');
  return run.routing_run_id;
}
