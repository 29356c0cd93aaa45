import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { Modules } from '@medusajs/framework/utils';
import type { WarehouseRouting } from '../modules/warehouse-routing/service';
import { sendChanges } from '../modules/warehouse-routing/stock';

/** Medusa emits these for each change of what is in stock or reserved. */
export const config: SubscriberConfig = {
  event: ['inventory.inventory-level.created', 'inventory.inventory-level.updated'],
};

export default async function stockChanged({ event, container }: SubscriberArgs<{ id: string }>) {
  const { inventory_item_id } = await container
    .resolve(Modules.INVENTORY)
    .retrieveInventoryLevel(event.data.id);
  container.resolve<WarehouseRouting>('warehouse_routing').itemsToSend.add(inventory_item_id);
  await sendChanges(container);
}
