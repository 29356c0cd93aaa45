import type { Client, Plan } from '../db/generated/client.ts';
import type { PlanLimits } from './principal.ts';

/** The limits of a plan. */
export function limitsOf(plan: Plan): PlanLimits {
  return {
    code: plan.code,
    routed_orders_limit: plan.routedOrdersLimit,
    routed_orders_period: plan.routedOrdersPeriod,
    inventory_rows_limit: plan.inventoryRowsLimit,
  };
}

/** The limits of a client: its own or, without any, those of its plan. */
export function clientLimits(client: Client & { readonly plan: Plan }): PlanLimits {
  const limits = limitsOf(client.plan);
  return {
    ...limits,
    routed_orders_limit: client.routedOrdersLimit ?? limits.routed_orders_limit,
    inventory_rows_limit: client.inventoryRowsLimit ?? limits.inventory_rows_limit,
  };
}
