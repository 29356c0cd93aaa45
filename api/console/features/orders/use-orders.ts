import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api, type QueryOf } from '../../client/api.ts';
import { countOrders } from '../../client/order-count.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { type Scope, useScope } from '../../client/scope.ts';
import type { ORDER_SEARCH } from '../../view/order-filters.ts';
import { periodOf } from '../../view/times.ts';

/** An order as it is listed. */
export type FoundOrder = components['schemas']['FoundOrder'];

/** The filters of orders: parameters of the page's address. */
export type OrderFilters = {
  readonly [K in (typeof ORDER_SEARCH)[number]]?: string;
};

/** By when the run of the decision began. */
export type OrderSort = '-created_at' | 'created_at';

type OrdersQuery = QueryOf<'/account/v1/orders'>;

/** The query of a filter. A day is the whole day in the reader's zone, and numbers are text in an address. */
export function searchQuery(scope: Scope, { from, to, ...filters }: OrderFilters): OrdersQuery {
  return { ...scope, ...filters, ...periodOf({ from, to }) } as object as OrdersQuery;
}

/** One page of a search. */
export const fetchOrders = (query: OrdersQuery) =>
  answerOf(api.GET('/account/v1/orders', { params: { query } }));

const rowsOf = ({ orders }: components['schemas']['OrderPage']) => orders;

/** The orders that match. */
export function useOrders(filters: OrderFilters, sort: OrderSort) {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.orders(scope, { ...filters, sort }),
    read: (cursor) =>
      fetchOrders({ ...searchQuery(scope, filters), sort, limit: 100, ...(cursor && { cursor }) }),
    rowsOf,
  });
}

/** How many orders match, also by outcome. */
export function useOrderCount(filters: OrderFilters) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.orders(scope, filters), 'total'],
    queryFn: () => countOrders(searchQuery(scope, filters)),
    placeholderData: keepPreviousData,
  }).data;
}
