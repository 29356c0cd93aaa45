import type { MedusaContainer, ReservationItemDTO } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import type { FreeUnits, WarehouseRouting } from './service';

/** The warehouse ID of a stock location: its name. */
export const warehouseOf = (location: { readonly name: string }): string => location.name;

interface Level {
  readonly location_id: string;
  readonly stocked_quantity: number;
  readonly reserved_quantity: number;
  readonly stock_locations: readonly { readonly name: string }[];
}

/** The free units of inventory items, or of all: in stock, less reserved. What an order has reserved itself is free to it. */
export async function readStock(
  container: MedusaContainer,
  itemIds?: readonly string[],
  own: readonly ReservationItemDTO[] = [],
): Promise<FreeUnits[]> {
  const { data: items } = await container.resolve('query').graph({
    entity: 'inventory_item',
    fields: ['id', 'sku', 'location_levels.*', 'location_levels.stock_locations.name'],
    filters: itemIds ? { id: [...itemIds] } : {},
  });
  return items.flatMap(({ id, sku, location_levels }) => {
    const levels = (location_levels as unknown as Level[]).map((level) => {
      const ownUnits = own
        .filter((each) => each.inventory_item_id === id && each.location_id === level.location_id)
        .reduce((sum, { quantity }) => sum + Number(quantity), 0);
      return { ...level, free: level.stocked_quantity - level.reserved_quantity + ownUnits };
    });
    // A line that ships from two locations is reserved at one, beyond its stock. The other one owes it the rest.
    let owed = levels.reduce((sum, { free }) => sum + Math.max(0, -free), 0);
    return levels.flatMap(({ location_id, free, stock_locations: [location] }) => {
      const given = Math.min(owed, Math.max(0, free));
      owed -= given;
      const quantity_available = Math.max(0, free) - given;
      if (!sku || !location) return [];
      const warehouse_id = warehouseOf(location);
      return [{ sku, inventory_item_id: id, location_id, warehouse_id, quantity_available }];
    });
  });
}

/** Runs work that sends stock after other such work, so that no stock is sent after a later one. */
export function inTurn<T>(container: MedusaContainer, work: () => Promise<T>): Promise<T> {
  return container.resolve(Modules.LOCKING).execute('warehouse-routing', work);
}

/** Sends stock that has changed, releases orders and says what has left. While the service is away, all wait for the next call. */
export async function sendChanges(container: MedusaContainer): Promise<void> {
  const routing = container.resolve<WarehouseRouting>('warehouse_routing');
  await inTurn(container, async () => {
    const orders = take(routing.ordersToRelease);
    const items = take(routing.itemsToSend);
    const shipped = take(routing.shipped);
    if (routing.hasSentAll && orders.length + items.length + shipped.length === 0) return;
    try {
      for (const orderId of orders) await routing.release(orderId);
      for (const each of shipped) await routing.ship(each);
      await routing.sync(await readStock(container, routing.hasSentAll ? items : undefined));
      routing.hasSentAll = true;
    } catch (error) {
      for (const orderId of orders) routing.ordersToRelease.add(orderId);
      for (const id of items) routing.itemsToSend.add(id);
      for (const each of shipped) routing.shipped.add(each);
      const { message } = error as Error;
      container.resolve('logger').warn(`The stock is sent again in a minute. ${message}`);
    }
  });
}

/** Empties a set, and returns what it had. */
function take<T>(from: Set<T>): T[] {
  const taken = [...from];
  from.clear();
  return taken;
}
