import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { ServiceError } from '../../client/service-error.ts';
import type { OrderStatus } from '../../view/statuses.ts';
import { triedResult } from '../explanation/tried-result.ts';
import type { RerouteBody } from '../orders/use-order.ts';

/** What a dry run of an order says; unchanged: it would ship worse. */
export type Estimated = OrderStatus | 'unchanged';

/** What a reroute of some orders would come to, by dry runs. Each order is tried by itself, on the stock as it is. */
export function useRerouteEstimate(orderIds: readonly string[], body: RerouteBody) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.orders(scope, orderIds), 'estimate', body],
    queryFn: async ({ signal }) => {
      const tally = new Map<Estimated, number>();
      for (const order_id of orderIds) {
        if (signal.aborted) break;
        const outcome = await tryOrder(order_id);
        tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
      }
      return tally;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  async function tryOrder(order_id: string): Promise<Estimated> {
    const params = { path: { order_id }, query: { ...scope, dry_run: 'true' as const } };
    try {
      const answer = await answerOf(api.POST('/account/v1/orders/{order_id}/reroute', { params, body }));
      return triedResult(answer).result.status;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'reroute_worse') return 'unchanged';
      throw error;
    }
  }
}
