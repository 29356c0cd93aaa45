import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useOpenPage } from '../../client/address.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { periodOf } from '../../view/times.ts';
import { type RerouteBody, useRereadOrders } from '../orders/use-order.ts';
import { type FoundOrder, fetchOrders, type OrderFilters, searchQuery } from '../orders/use-orders.ts';
import { readMatching } from './read-matching.ts';

export type BulkAction = components['schemas']['BulkAction'];

/** A filter of orders, or the orders that a person selected. */
export type BulkFilter = OrderFilters & { readonly order_ids?: readonly string[] };

type BulkActionRequest = components['schemas']['BulkActionRequestInput'];

/** Orders that are counted at a time. */
const PAGE = 500;

/** How often an action that is under way is read again. */
const LIVE_MS = 1000;

/** The most orders that a dry run tries before a reroute. */
const TRIED = 20;

/** The number of orders that match or were selected, and of those that have reserved units, and the first order IDs. */
export function useMatchingCount(filters: BulkFilter, selected: readonly FoundOrder[]) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.orders(scope, filters), 'count'],
    queryFn: async ({ signal }) => {
      const query = { ...searchQuery(scope, filters), limit: PAGE };
      const read = (cursor: string | null) => fetchOrders({ ...query, ...(cursor !== null && { cursor }) });
      const pages = selected.length > 0 ? [{ orders: selected }] : readMatching(read, signal);
      let found = 0;
      let holding = 0;
      const first: string[] = [];
      for await (const { orders } of pages) {
        found += orders.length;
        first.push(...orders.slice(0, TRIED - first.length).map(({ order_id }) => order_id));
        holding += orders.filter(({ holds_units }) => holds_units).length;
      }
      return { found, holding, first };
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

interface NewBulkAction {
  readonly action: BulkAction['action'];
  readonly filters: BulkFilter;
  readonly reroute?: RerouteBody | undefined;
}

/** Begins a bulk action, and opens the page that shows it. */
export function useBeginBulkAction() {
  const scope = useScope();
  const queries = useQueryClient();
  const openPage = useOpenPage();
  return useMutation({
    mutationFn: ({ action, filters: { from, to, ...filters }, reroute }: NewBulkAction) =>
      answerOf(
        api.POST('/account/v1/bulk-actions', {
          params: { query: scope },
          body: {
            action,
            filter: { ...filters, ...periodOf({ from, to }) },
            ...(reroute && { reroute }),
          } as object as BulkActionRequest,
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['bulk-actions'] });
      await openPage('/bulk-actions');
    },
  });
}

const rowsOf = ({ bulk_actions }: components['schemas']['BulkActionPage']) => bulk_actions;

/** Bulk actions, newest first. They are read again each second while one is under way. */
export function useBulkActions() {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.bulkActions(scope),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/bulk-actions', {
          params: { query: { ...scope, limit: 20, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf,
    liveMs: ({ bulk_actions }) => (bulk_actions.some(({ status }) => status === 'running') ? LIVE_MS : null),
  });
}

/** Cancels a bulk action before its next order. */
export function useCancelBulkAction() {
  const scope = useScope();
  const queries = useQueryClient();
  const reread = useRereadOrders();
  return useMutation({
    mutationFn: (bulk_action_id: number) =>
      answerOf(
        api.POST('/account/v1/bulk-actions/{bulk_action_id}/cancel', {
          params: { path: { bulk_action_id }, query: scope },
        }),
      ),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: ['bulk-actions'] }), reread()]),
  });
}
