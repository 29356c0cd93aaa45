import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';

/** An order as it is listed. */
export type FoundOrder = components['schemas']['FoundOrder'];

/** What orders are looked for by: the parameters of the page's address. */
export const ORDER_FILTERS = [
  'q',
  'status',
  'reason',
  'warehouse_id',
  'sku',
  'zip',
  'warned',
  'from',
  'to',
] as const;

export type OrderFilters = { readonly [K in (typeof ORDER_FILTERS)[number]]?: string };

const rowsOf = ({ orders }: components['schemas']['OrderPage']) => orders;

/** The orders that match, newest first. A day means all of it, in the reader's zone. */
export function useOrders({ from, to, ...filters }: OrderFilters) {
  const scope = useScope();
  const period = { ...(from && { from: startOf(from) }), ...(to && { to: startOf(to, 1) }) };
  return usePages({
    queryKey: queryKeys.orders(scope, { from, to, ...filters }),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/orders', {
          params: {
            query: { ...scope, ...filters, ...period, limit: 100, ...(cursor && { cursor }) } as never,
          },
        }),
      ),
    rowsOf,
  });
}

function startOf(day: string, daysLater = 0): string {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + daysLater).toISOString();
}
