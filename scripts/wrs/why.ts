import type { Command } from 'commander';
import { dataOf, Refused, type RoutingClient, type Schemas } from '../../shared/client/client.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type OrderState, whyLook, whyText } from './why-text.ts';
import { withCurrency } from './with-currency.ts';

const NOT_FOUND = 404;

/** `wrs why`: why an order was decided as it was. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<order>', 'order ID, for its latest decision, or the id of a decision')
    .addOption(jsonOption())
    .action(async (order: string, options: JsonOption, command: Command) => {
      await context.withSession(command, async ({ client }) => {
        const why = await findWhy(client, order);
        if (options.json) return context.print(JSON.stringify(why));
        const isPriced = why.warehouses.some(({ cost_alone }) => cost_alone !== undefined);
        const look = whyLook(await withCurrency(context, client, isPriced));
        context.print(whyText(why, look, { state: await stateOf(client, why) }));
      });
    });
}

/** What became of a decision, among the newest on its order; null: it is current, or older than those. */
async function stateOf(
  { api }: RoutingClient,
  { order_id, routing_decision_id }: Schemas['Why'],
): Promise<OrderState | null> {
  const params = { path: { order_id }, query: { limit: 100 } };
  const { routings } = await dataOf(api.GET('/api/v1/orders/{order_id}', { params }));
  const routing = routings.find(({ result }) => result.routing_decision_id === routing_decision_id);
  return routing === undefined || routing.state_since === null ? null : routing;
}

/** Looks for an order ID; if there is none and it is a number, for a decision. */
async function findWhy({ api }: RoutingClient, order: string): Promise<Schemas['Why']> {
  try {
    return await dataOf(api.GET('/api/v1/orders/{order_id}/why', { params: { path: { order_id: order } } }));
  } catch (error) {
    const isNumber = /^[1-9]\d{0,14}$/.test(order);
    if (!isNumber || !(error instanceof Refused) || error.status !== NOT_FOUND) throw error;
    const path = { routing_decision_id: Number(order) };
    return dataOf(api.GET('/api/v1/decisions/{routing_decision_id}/why', { params: { path } }));
  }
}
