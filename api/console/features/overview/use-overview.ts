import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { readersZone } from '../../view/times.ts';

export const PERIODS = ['24h', '7d', '30d'] as const;
export type OverviewPeriod = (typeof PERIODS)[number];

export type Overview = components['schemas']['Overview'];

/** The overview of a period, of the period before, and of the present. */
export function useOverview(period: OverviewPeriod) {
  const scope = useScope();
  const refetchInterval = useRefreshMs();
  return useQuery({
    queryKey: queryKeys.overview(scope, period),
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/overview', { params: { query: { ...scope, period, zone: readersZone() } } }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

/** Counts the orders of a period that arrive late. */
export function useLateOrders({ from, to }: Pick<Overview, 'from' | 'to'>) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.orders(scope, { late: 'true', from, to }), 'total'],
    queryFn: () => {
      const query = { ...scope, late: 'true' as const, from, to };
      return answerOf(api.GET('/account/v1/order-count', { params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
}
