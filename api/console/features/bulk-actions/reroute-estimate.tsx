import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { write } from '../../client/calls.ts';
import { keyOf } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { ServiceError } from '../../client/service-error.ts';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { type OrderStatus, STATUS_LOOKS, STATUSES } from '../../view/statuses.ts';
import { triedResult } from '../explanation/tried-result.ts';
import type { RerouteBody } from '../orders/use-order.ts';

interface RerouteEstimateProps {
  /** Some of the orders that match. */
  readonly orderIds: readonly string[];
  readonly count: number;
  readonly body: RerouteBody;
}

const SHOWN: readonly Estimated[] = [...STATUSES, 'unchanged'];

/** What a reroute would come to, in numbers, before it is confirmed. */
export function RerouteEstimate({ orderIds, count, body }: RerouteEstimateProps) {
  const estimate = useRerouteEstimate(orderIds, body);
  const tried =
    orderIds.length < count ? `Of the ${whole(orderIds.length)} newest` : `Of ${counted(count, 'order')}`;
  const wordsOf = (outcome: Estimated) =>
    outcome === 'unchanged' ? 'stays unchanged' : STATUS_LOOKS[outcome].words;
  return (
    <QueryView query={estimate} lines={1}>
      {(tally) => (
        <Text size="sm" mb="sm" role="status">
          {tried}, each tried by itself:{' '}
          {SHOWN.filter((outcome) => tally.has(outcome))
            .map((outcome) => `${whole(tally.get(outcome)!)} ${wordsOf(outcome)}`)
            .join(', ')}
          .
        </Text>
      )}
    </QueryView>
  );
}

/** What a dry run of an order says; unchanged: it would ship worse. */
type Estimated = OrderStatus | 'unchanged';

/** What a reroute of some orders would come to, by dry runs. Each order is tried by itself, on the stock as it is. */
function useRerouteEstimate(orderIds: readonly string[], body: RerouteBody) {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf('orders', scope, orderIds, 'estimate', body),
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
