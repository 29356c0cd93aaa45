import type { components } from '../../../../shared/client/account-api.d.ts';
import type { QueryOf } from '../../client/api.ts';
import { useList } from '../../client/operations.ts';
import type { Scope } from '../../client/scope.ts';
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

/** The query of a filter. A day is the whole day in the reader's zone, and numbers are text in an address. */
export const searchQuery = ({ from, to, ...filters }: OrderFilters) =>
  ({ ...filters, ...periodOf({ from, to }) }) as object as Omit<QueryOf<'/account/v1/orders'>, keyof Scope>;

/** The orders that match. */
export const useOrders = (filters: OrderFilters, sort: OrderSort) =>
  useList('orders', '/account/v1/orders', 'orders', { ...searchQuery(filters), sort, limit: 100 });
