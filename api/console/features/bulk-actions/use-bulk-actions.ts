import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useOpenPage } from '../../client/address.ts';
import { read, write } from '../../client/calls.ts';
import { useList } from '../../client/operations.ts';
import { keyOf } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { notifyDone } from '../../components/notify.tsx';
import { counted } from '../../view/numbers.ts';
import { periodOf } from '../../view/times.ts';
import { OF_ORDERS, type RerouteBody } from '../orders/use-order.ts';
import { type FoundOrder, type OrderFilters, searchQuery } from '../orders/use-orders.ts';
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

/** The number of orders that match or were selected, and of those that are current or held, and the first orders. */
export function useMatchingCount(filters: BulkFilter, selected: readonly FoundOrder[]) {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf('orders', scope, filters, 'count'),
    queryFn: async ({ signal }) => {
      const query = { ...searchQuery(filters), limit: PAGE };
      const readPage = (cursor: string | null) =>
        read('/account/v1/orders', scope, { ...query, cursor: cursor ?? undefined });
      const pages = selected.length > 0 ? [{ orders: selected }] : readMatching(readPage, signal);
      let found = 0;
      let open = 0;
      const first: FoundOrder[] = [];
      for await (const { orders } of pages) {
        found += orders.length;
        first.push(...orders.slice(0, TRIED - first.length));
        open += orders.filter(({ state }) => state === 'current' || state === 'held').length;
      }
      return { found, open, first };
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

/** Releases orders, which is done when it is answered, or begins a reroute and opens the page that shows it. */
export function useBeginBulkAction() {
  const openPage = useOpenPage();
  return useAccountMutation(
    async ({ action, filters: { from, to, ...filters }, reroute }: NewBulkAction, _, scope) => {
      const filter = { ...filters, ...periodOf({ from, to }) };
      const request = { action, filter, reroute } as object as BulkActionRequest;
      const { progress } = await write('post', '/account/v1/bulk-actions', scope, request);
      if (action === 'release') notifyDone(`${counted(progress.orders_done, 'order')} released.`);
      else await openPage('/bulk-actions');
    },
    ['bulk-actions', ...OF_ORDERS],
  );
}

/** Bulk actions, newest first. They are read again each second while one is under way. */
export const useBulkActions = () =>
  useList(
    'bulk-actions',
    '/account/v1/bulk-actions',
    'bulk_actions',
    { limit: 20 },
    {
      liveMs: ({ bulk_actions }) =>
        bulk_actions.some(({ status }) => status === 'running') ? LIVE_MS : null,
    },
  );
