import { Text } from '@mantine/core';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { STATUS_LOOKS, STATUSES } from '../../view/statuses.ts';
import type { RerouteBody } from '../orders/use-order.ts';
import { type Estimated, useRerouteEstimate } from './use-reroute-estimate.ts';

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
