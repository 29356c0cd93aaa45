import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { Modules } from '@medusajs/framework/utils';
import type { WarehouseRouting } from '../modules/warehouse-routing/service';
import { sendChanges, warehouseOf } from '../modules/warehouse-routing/stock';

/** Medusa emits it when a fulfillment has left. */
export const config: SubscriberConfig = { event: 'shipment.created' };

export default async function shipmentCreated({ event, container }: SubscriberArgs<{ id: string }>) {
  const { data } = await container.resolve('query').graph({
    entity: 'fulfillment',
    fields: ['location_id', 'items.sku', 'items.quantity', 'order.id'],
    filters: { id: event.data.id },
  });
  const { location_id, items, order } = data[0] as unknown as {
    location_id: string;
    items: { sku: string; quantity: number }[];
    order?: { id: string };
  };
  if (!order) return;
  const location = await container.resolve(Modules.STOCK_LOCATION).retrieveStockLocation(location_id);
  container.resolve<WarehouseRouting>('warehouse_routing').shipped.add({
    order_id: order.id,
    warehouse_id: warehouseOf(location),
    lines: items.map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) })),
  });
  await sendChanges(container);
}
