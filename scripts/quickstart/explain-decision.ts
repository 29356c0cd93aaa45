import type { OrderResultA } from '../../shared/contracts/a/schema.ts';
import type { OrderRequest } from '../../shared/contracts/order.ts';

/** Says in lines of words what was decided on an order and why, from nothing but the service's answer. */
export function explainDecision(order: OrderRequest, result: OrderResultA): string[] {
  const { decision_driver, ranked_warehouses } = result.explanation;
  const wanted = (order.lines ?? []).map((line) => `${line.quantity} × ${line.sku}`).join(', ');
  return [
    `Order ${result.order_id} wants ${wanted}, shipped to ${order.destination_zip}.`,
    `${result.status}: ${result.reason}`,
    `Why: ${decision_driver.message}`,
    ...result.shipments.map(
      ({ selected_warehouse, lines }) =>
        `  ${selected_warehouse.warehouse_name} ships ${lines.map((line) => `${line.ship_qty} × ${line.sku}`).join(', ')}.`,
    ),
    ...result.unfulfilled_lines.map(
      (line) => `  ${line.unfulfilled_qty} × ${line.sku} cannot ship: ${line.reason.replaceAll('_', ' ')}.`,
    ),
    ...result.policy_messages.map((message) => `Policy: ${message}`),
    `Rules: those of the profile ${result.profile.name}.`,
    `Ranking: ${ranked_warehouses.map(({ rank, warehouse_name }) => `${rank} ${warehouse_name}`).join(', ')}.`,
  ];
}
