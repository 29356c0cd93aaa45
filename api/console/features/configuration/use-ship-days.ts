import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import type { CalendarValues } from './warehouse-values.ts';

/** The next ship days of a calendar; none while it has faults. */
export function useShipDays({ processing_days, ...rest }: CalendarValues) {
  const scope = useScope();
  const calendar = { ...rest, processing_days: processing_days || 0 };
  return useQuery({
    queryKey: [...queryKeys.configuration(scope, 'ship-days'), calendar],
    queryFn: () =>
      answerOf(
        api.POST('/account/v1/ship-days', { params: { query: clientQuery(scope) }, body: { calendar } }),
      ),
    retry: false,
    throwOnError: false,
  });
}
