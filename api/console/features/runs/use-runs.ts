import type { components } from '../../../../shared/client/account-api.d.ts';
import type { QueryOf } from '../../client/api.ts';
import { useList, useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { isLive } from '../../view/statuses.ts';

/** A run of a list, and a single run. */
export type ListedRun = components['schemas']['ListedRun'];

export type Run = components['schemas']['AccountRun']['run'];

/** How often a run that is under way is read again. */
const LIVE_MS = 1000;

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

/** One run. It is read again each second while it changes. */
export function useRun(routing_run_id: number) {
  const refresh = useRefreshMs();
  return useRead(
    'runs',
    '/account/v1/runs/{routing_run_id}',
    { routing_run_id },
    {
      refetchInterval: ({ state }) => (state.data && isLive(state.data.run.status) ? LIVE_MS : refresh),
    },
  );
}
