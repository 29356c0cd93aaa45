import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { write } from '../../client/calls.ts';
import { keyOf } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { ServiceError } from '../../client/service-error.ts';
import { type Effect, EffectTable } from '../../components/effect-table.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { type OrderStatus, STATUSES, statusTitle } from '../../view/statuses.ts';
import { triedResult } from '../explanation/tried-result.ts';
import type { RerouteBody } from '../orders/use-order.ts';
import type { FoundOrder } from '../orders/use-orders.ts';

interface RerouteEstimateProps {
  /** Some of the orders that match. */
  readonly orders: readonly FoundOrder[];
  readonly count: number;
  readonly body: RerouteBody;
}

/** What a reroute would come to, in numbers against now, before it is confirmed. */
export function RerouteEstimate({ orders, count, body }: RerouteEstimateProps) {
  const estimate = useRerouteEstimate(
    orders.map(({ order_id }) => order_id),
    body,
  );
  const tried =
    orders.length < count ? `Of the ${whole(orders.length)} newest` : `Of ${counted(count, 'order')}`;
  return (
    <QueryView query={estimate} lines={1}>
      {(outcomes) => (
        <div role="status">
          <Text size="sm">{tried}, each tried by itself:</Text>
          <EffectTable effects={estimateEffects(orders, outcomes)} />
        </div>
      )}
    </QueryView>
  );
}

/** How many of some orders have each outcome now and after, and how many stay as they are. */
function estimateEffects(orders: readonly FoundOrder[], outcomes: readonly Estimated[]): Effect[] {
  const now = orders.map(({ status }) => status);
  const after = outcomes.map((outcome, at) => (outcome === 'unchanged' ? now[at] : outcome));
  const kept = outcomes.filter((outcome) => outcome === 'unchanged').length;
  const count = (list: readonly unknown[], status: OrderStatus) =>
    list.filter((each) => each === status).length;
  return [
    ...STATUSES.filter((status) => count(now, status) + count(after, status) > 0).map((status) => ({
      what: statusTitle(status),
      before: whole(count(now, status)),
      after: whole(count(after, status)),
    })),
    ...(kept > 0 ? [{ what: 'Kept, because rerouting is worse', after: whole(kept) }] : []),
  ];
}

/** What a dry run of an order says; unchanged: it would ship worse. */
type Estimated = OrderStatus | 'unchanged';

/** What a reroute of some orders would come to, by dry runs. Each order is tried by itself, on the stock as it is. */
function useRerouteEstimate(orderIds: readonly string[], body: RerouteBody) {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf('orders', scope, orderIds, 'estimate', body),
    queryFn: async ({ signal }) => {
      const outcomes: Estimated[] = [];
      for (const order_id of orderIds) {
        if (signal.aborted) break;
        outcomes.push(await tryOrder(order_id));
      }
      return outcomes;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  async function tryOrder(order_id: string): Promise<Estimated> {
    const values = { order_id, ...body, query: { dry_run: 'true' as const } };
    try {
      const answer = await write('post', '/account/v1/orders/{order_id}/reroute', scope, values);
      return triedResult(answer).result.status;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'reroute_worse') return 'unchanged';
      throw error;
    }
  }
}
