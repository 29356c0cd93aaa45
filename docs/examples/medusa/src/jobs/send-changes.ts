import type { MedusaContainer } from '@medusajs/framework/types';
import type { WarehouseRouting } from '../modules/warehouse-routing/service';
import { sendChanges } from '../modules/warehouse-routing/stock';

export const config = { name: 'send-changes', schedule: '* * * * *' };

/** Sends what could not be sent, and all stock once an hour: Medusa emits no event if a checkout fails and frees its units. */
export default async function sendAgain(container: MedusaContainer): Promise<void> {
  const routing = container.resolve<WarehouseRouting>('warehouse_routing');
  if (new Date().getMinutes() === 0) routing.hasSentAll = false;
  await sendChanges(container);
}
