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

/** Counts the orders of a period that arrive late. */
export const useLateOrders = ({ from, to }: Pick<Overview, 'from' | 'to'>) =>
  useRead(
    'orders',
    '/account/v1/order-count',
    { late: 'true', from, to },
    { placeholderData: keepPreviousData },
  );
