import type { components } from '../../../../shared/client/account-api.d.ts';
import type { PAGE_SEARCH } from '../../app/page-search.ts';
import { answerOf, api, type QueryOf } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { type Scope, useScope } from '../../client/scope.ts';
import { periodOf } from '../../view/times.ts';

/** An order as it is listed. */
export type FoundOrder = components['schemas']['FoundOrder'];

/** The filters of orders: parameters of the page's address. */
export type OrderFilters = { readonly [K in (typeof PAGE_SEARCH)['/orders'][number]]?: string };

type OrdersQuery = QueryOf<'/account/v1/orders'>;

/** The query of a filter. A day is the whole day in the reader's zone. */
export function ordersQuery(scope: Scope, { from, to, ...filters }: OrderFilters): OrdersQuery {
  return { ...scope, ...filters, ...periodOf({ from, to }) } as OrdersQuery;
}

/** One page of a search. */
export const readOrders = (query: OrdersQuery) =>
  answerOf(api.GET('/account/v1/orders', { params: { query } }));

const rowsOf = ({ orders }: components['schemas']['OrderPage']) => orders;

/** The orders that match, newest first. */
export function useOrders(filters: OrderFilters) {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.orders(scope, filters),
    read: (cursor) => readOrders({ ...ordersQuery(scope, filters), limit: 100, ...(cursor && { cursor }) }),
    rowsOf,
  });
}
