import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useOpenPage } from '../../client/address.ts';
import { read, write } from '../../client/calls.ts';
import { countOrders } from '../../client/order-count.ts';
import { keyOf } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { ServiceError } from '../../client/service-error.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { notifyDone } from '../../components/notify.tsx';
import { counted } from '../../view/numbers.ts';
import type { SearchCount } from '../../view/search-count.ts';
import { periodOf } from '../../view/times.ts';
import { triedResult } from '../explanation/tried-result.ts';
import { type NowAndNew, type Outcome, outcomeOf, outcomeOfFound } from '../orders/now-and-new.tsx';
import { OF_ORDERS, type RerouteBody } from '../orders/use-order.ts';
import { type FoundOrder, type OrderFilters, searchQuery } from '../orders/use-orders.ts';

export type BulkAction = components['schemas']['BulkAction'];

/** A filter of orders, or the orders that a person selected. */
export type BulkFilter = OrderFilters & { readonly order_ids?: readonly string[] };

type BulkActionRequest = components['schemas']['BulkActionRequestInput'];

/** The most orders that a dry run tries before a reroute. */
const TRIED = 20;

const OPEN = ['current', 'held'] as const;

/** How many orders match or were selected, how many of them are current or held, and the first orders. */
export function useMatchingCount(filters: BulkFilter, selected: readonly FoundOrder[]) {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf('orders', scope, filters, 'count'),
    queryFn: async () => {
      if (selected.length > 0) {
        const open = selected.filter(({ state }) => OPEN.some((each) => each === state));
        const countOf = ({ length: orders }: readonly FoundOrder[]): SearchCount => ({ orders, more: false });
        return { found: countOf(selected), open: countOf(open), first: selected.slice(0, TRIED) };
      }
      const query = searchQuery(filters);
      const states = OPEN.filter((state) => query.state === undefined || query.state === state);
      const [{ orders: first }, found, ...open] = await Promise.all([
        read('/account/v1/orders', scope, { ...query, limit: TRIED }),
        ...[{}, ...states.map((state) => ({ state }))].map((of) =>
          countOrders({ ...scope, ...query, ...of }),
        ),
      ] as const);
      const orders = open.reduce((sum, count) => sum + count.orders, 0);
      return { found: found!, open: { orders, more: open.some(({ more }) => more) }, first };
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
      const { progress, bulk_action_id } = await write('post', '/account/v1/bulk-actions', scope, request);
      if (action === 'release') notifyDone(`${counted(progress.orders_done, 'order')} released.`);
      else await openPage(`/runs/${bulk_action_id}`);
    },
    ['runs', ...OF_ORDERS],
  );
}

/** The orders as they are, and as a reroute would decide each by itself on the stock as it is. */
export function useRerouteEstimate(orders: readonly FoundOrder[], body: RerouteBody) {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf(
      'orders',
      scope,
      orders.map(({ order_id }) => order_id),
      'estimate',
      body,
    ),
    queryFn: async ({ signal }) => {
      const rows: NowAndNew[] = [];
      for (const order of orders) {
        if (signal.aborted) break;
        rows.push({ order_id: order.order_id, now: outcomeOfFound(order), next: await tryOrder(order) });
      }
      return rows;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  async function tryOrder({ order_id, deliver_by }: FoundOrder): Promise<Outcome | null> {
    const values = { order_id, ...body, query: { dry_run: 'true' as const } };
    try {
      const answer = await write('post', '/account/v1/orders/{order_id}/reroute', scope, values);
      return outcomeOf(triedResult(answer).result, deliver_by);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'reroute_worse') return null;
      throw error;
    }
  }
}
