import { keepPreviousData } from '@tanstack/react-query';
import type { AnswerOf } from '../../client/calls.ts';
import { useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { readersZone } from '../../view/times.ts';

export const PERIODS = ['24h', '7d', '30d'] as const;
export type OverviewPeriod = (typeof PERIODS)[number];

const OVERVIEW = '/account/v1/overview';
export type Overview = AnswerOf<typeof OVERVIEW>;

/** The overview of a period, of the period before, and of the present. */
export function useOverview(period: OverviewPeriod) {
  const options = { placeholderData: keepPreviousData, refetchInterval: useRefreshMs() };
  return useRead('overview', OVERVIEW, { period, zone: readersZone() }, options);
}

const ORDER_COUNT = '/account/v1/order-count';
export type OrderCount = AnswerOf<typeof ORDER_COUNT>;

/** Counts the orders of a period that have an issue, by their latest decisions, as the list of orders does. */
export const useIssues = ({ from, to }: Pick<Overview, 'from' | 'to'>) =>
  useRead(
    'orders',
    ORDER_COUNT,
    { issues: 'true', from, to },
    {
      // Until the next count is there; one of another period says nothing.
      placeholderData: (before, query) =>
        (query?.queryKey.at(-1) as { from?: string } | undefined)?.from === from ? before : undefined,
    },
  );
