import { Progress, Tooltip } from '@mantine/core';
import { share, whole } from '../view/numbers.ts';
import { type OrderStatus, STATUS_LOOKS, STATUSES, statusTitle, themed } from '../view/statuses.ts';

/** The orders of each outcome, with the service's names of the counts. */
export interface StatusCounts {
  readonly full_count: number;
  readonly split_count: number;
  readonly partial_count: number;
  readonly partial_split_count: number;
  readonly none_count: number;
}

/** The count of one outcome. */
export function countOf(counts: StatusCounts, status: OrderStatus): number {
  return counts[`${status.toLowerCase() as Lowercase<OrderStatus>}_count`];
}

/** The shares of the outcomes as one bar. Each part has its share and count on hover; screen readers get all counts. */
export function StatusBar({ counts, isTall = false }: { counts: StatusCounts; isTall?: boolean }) {
  const parts = STATUSES.map((status) => ({ status, count: countOf(counts, status) }));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <span>–</span>;
  const label = parts.map(({ status, count }) => `${whole(count)} ${STATUS_LOOKS[status].words}`).join(', ');
  return (
    <Progress.Root size={isTall ? 22 : 10} style={{ gap: 1 }} role="img" aria-label={label}>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => (
          <Tooltip key={status} label={`${statusTitle(status)}: ${share(count, total, { withCount: true })}`}>
            <Progress.Section
              value={(count / total) * 100}
              color={themed(STATUS_LOOKS[status].fill)}
              miw={2}
              withAria={false}
            />
          </Tooltip>
        ))}
    </Progress.Root>
  );
}
