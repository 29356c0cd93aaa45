import type { Client } from '../db/generated/client.ts';

/** What operators set of a client, as the account file and the list of clients name it. */
export function clientFields(client: Client) {
  return {
    slug: client.slug,
    name: client.name,
    contract_variant: client.contractVariant,
    plan: client.planCode,
    subscription_status: client.subscriptionStatus,
    active: client.active,
    routed_orders_limit: client.routedOrdersLimit,
    inventory_rows_limit: client.inventoryRowsLimit,
  };
}
