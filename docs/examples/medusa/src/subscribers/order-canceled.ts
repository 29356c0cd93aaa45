import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import type { WarehouseRouting } from '../modules/warehouse-routing/service';
import { sendChanges } from '../modules/warehouse-routing/stock';

export const config: SubscriberConfig = { event: 'order.canceled' };

export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>) {
  container.resolve<WarehouseRouting>('warehouse_routing').ordersToRelease.add(event.data.id);
  await sendChanges(container);
}
