import { keepPreviousData } from '@tanstack/react-query';
import type { AnswerOf } from '../../client/calls.ts';
import { useRead } from '../../client/operations.ts';
import { type CountedPart, type OrderCount, useCounts } from '../../client/order-count.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import type { SearchCount } from '../../view/search-count.ts';
import { readersZone } from '../../view/times.ts';
import type { Issue } from '../causes/use-causes.ts';

export const PERIODS = ['24h', '7d', '30d'] as const;
export type OverviewPeriod = (typeof PERIODS)[number];

const OVERVIEW = '/account/v1/overview';
export type Overview = AnswerOf<typeof OVERVIEW>;

/** The overview of a period, of the period before, and of the present. */
export function useOverview(period: OverviewPeriod) {
  const options = { placeholderData: keepPreviousData, refetchInterval: useRefreshMs() };
  return useRead('overview', OVERVIEW, { period, zone: readersZone() }, options);
}

/** Counts the orders of a period by what is wrong with them, by their latest decisions, as the list of orders does. */
export function useIssues({ from, to, unroutable, unfulfilled }: Overview): ReadonlyMap<Issue, SearchCount> {
  const reasons = [...new Set([...unroutable, ...unfulfilled].map(({ reason }) => reason))];
  const parts: readonly (CountedPart & { readonly issue: Issue })[] = [
    ...reasons.map((reason) => ({
      issue: reason,
      query: { reason },
      of: (all: OrderCount) => all.reasons.find((each) => each.reason === reason)?.orders ?? 0,
    })),
    { issue: 'late', query: { late: 'true' }, of: ({ late }) => late },
    { issue: 'warned', query: { warned: 'true' }, of: ({ warned }) => warned },
  ];
  const { counts } = useCounts({ issues: 'true', from, to }, parts);
  return new Map(parts.flatMap(({ issue }, at) => (counts[at] ? [[issue, counts[at]]] : [])));
}
