import type { Client } from '../db/generated/client.ts';

/** The fields of a client that operators set, with the names of the account file and the list of clients. */
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
