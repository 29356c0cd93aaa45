import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import type { QueryOf } from '../../client/api.ts';
import type { AnswerOf } from '../../client/calls.ts';
import { useList, useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { keyOf } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { isLive } from '../../view/statuses.ts';

/** A run of a list, and a single run. */
export type ListedRun = components['schemas']['ListedRun'];

export type Run = components['schemas']['AccountRun']['run'];

/** How often a run that is under way is read again. */
export const LIVE_MS = 3000;

/** How runs can be sorted. Newest first has those that have not ended before all others. */
export type RunSort = '-created_at' | 'created_at';

/** The filters of runs: parameters of the page's address. */
export interface RunFilters extends Pick<QueryOf<'/account/v1/runs'>, 'status' | 'kind'> {
  readonly number?: string;
}

/** Runs that match. */
export function useRuns({ number, ...filters }: RunFilters & { readonly sort: RunSort }) {
  // People see `#1,204`.
  const digits = number?.replace(/\D/g, '').slice(0, 15);
  const values = { ...filters, number: digits ? Number(digits) : undefined, limit: 50 };
  return useList('runs', '/account/v1/runs', 'runs', values);
}

/** One run. While it is under way, its events show how it grows; all else of it is read again from time to time. */
export function useRun(routing_run_id: number) {
  const refresh = useRefreshMs();
  const path = '/account/v1/runs/{routing_run_id}';
  const run = useRead(
    'runs',
    path,
    { routing_run_id },
    {
      refetchInterval: ({ state }) => (state.data && isLive(state.data.run.status) ? LIVE_MS : refresh),
    },
  );
  const isUnderWay = run.data !== undefined && isLive(run.data.run.status);
  const { client, environment } = useScope();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return;
    const scope = { ...(client !== undefined && { client }), environment };
    const queryKey = keyOf('runs', scope, path, { routing_run_id });
    let readAt = Date.now();
    const events = new EventSource(`/account/v1/runs/${routing_run_id}/events${stringifySearch(scope)}`);
    events.onmessage = ({ data }) => {
      const now = JSON.parse(data) as ListedRun;
      queries.setQueryData<AnswerOf<typeof path>>(
        queryKey,
        (before) => before && { ...before, run: { ...before.run, ...now } },
      );
      if (isLive(now.status) && Date.now() - readAt < LIVE_MS) return;
      readAt = Date.now();
      void queries.invalidateQueries({ queryKey });
    };
    return () => events.close();
  }, [isUnderWay, routing_run_id, client, environment, queries]);
  return run;
}
