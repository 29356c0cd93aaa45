import { counted } from '../view/numbers.ts';
import { DAY_MS } from '../view/times.ts';
import { answerOf, api, type QueryOf } from './api.ts';
import { useScope } from './scope.ts';

/** Counts orders, in words: `1,204 orders`, `more than 10,000 orders`. */
export async function countOrders(query: QueryOf<'/account/v1/order-count'>): Promise<string> {
  const { orders, more } = await answerOf(api.GET('/account/v1/order-count', { params: { query } }));
  return `${more ? 'more than ' : ''}${counted(orders, 'order')}`;
}

/** Counts the Live orders of the last 24 hours that ship from a warehouse, or are of a partner. */
export function useRecentOrders() {
  const scope = useScope();
  return (of: { warehouse_id: string } | { partner_id: string }) => {
    const from = new Date(Date.now() - DAY_MS).toISOString();
    return countOrders({ ...scope, ...of, environment: 'live', from });
  };
}
