import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useOpenPage } from '../../client/address.ts';
import { answerOf, api, type QueryOf } from '../../client/api.ts';
import { readAll, usePages } from '../../client/pages.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { isLive, type OrderStatus } from '../../view/statuses.ts';

/** A run of a list, and a single run. */
export type ListedRun = components['schemas']['ListedRun'];

export type Run = components['schemas']['AccountRun']['run'];

/** How often a run that is under way is read again. */
const LIVE_MS = 1000;

const runsOf = ({ runs }: components['schemas']['AccountRunPage']) => runs;

/** How runs can be sorted. Newest first has those that have not ended before all others. */
export type RunSort = '-created_at' | 'created_at';

/** The filters of runs: parameters of the page's address. */
export interface RunFilters {
  readonly number?: string;
  readonly status?: string;
  readonly kind?: string;
}

/** Runs that match. */
export function useRuns({ number, ...filters }: RunFilters & { readonly sort: RunSort }) {
  const scope = useScope();
  // People see `#1,204`.
  const digits = number?.replace(/\D/g, '').slice(0, 15);
  return usePages({
    queryKey: queryKeys.runs(scope, { ...filters, number: digits }),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/runs', {
          params: {
            query: {
              ...scope,
              ...filters,
              ...(digits && { number: Number(digits) }),
              limit: 50,
              ...(cursor && { cursor }),
            } as QueryOf<'/account/v1/runs'>,
          },
        }),
      ),
    rowsOf: runsOf,
  });
}

/** One run. It is read again each second while it changes. */
export function useRun(runId: number) {
  const scope = useScope();
  const refresh = useRefreshMs();
  return useQuery({
    queryKey: queryKeys.run(scope, runId),
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/runs/{routing_run_id}', {
          params: { path: { routing_run_id: runId }, query: scope },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isLive(state.data.run.status) ? LIVE_MS : refresh),
  });
}

export type RunFault = components['schemas']['RunFaultPage']['faults'][number];

/** Reads what is wrong with the run's input, all of it that is kept. */
export function useAllFaults(runId: number) {
  const scope = useScope();
  return () =>
    readAll(
      (cursor) =>
        answerOf(
          api.GET('/account/v1/runs/{routing_run_id}/faults', {
            params: {
              path: { routing_run_id: runId },
              query: { ...scope, limit: 1000, ...(cursor && { cursor }) },
            },
          }),
        ),
      ({ faults }) => faults,
    );
}

/** Routes orders of a run again, as a new run, and opens its page. */
export function useRerouteRun(runId: number) {
  const scope = useScope();
  const openPage = useOpenPage();
  return async (statuses: OrderStatus[]) => {
    const body = { routing_run_id: runId, statuses };
    const run = await answerOf(api.POST('/account/v1/runs/reroute', { params: { query: scope }, body }));
    await openPage(`/runs/${run.routing_run_id}`);
  };
}

const ordersOf = ({ orders }: components['schemas']['RunDecisionPage']) => orders;

/** A run's decisions in request order. */
export function useRunDecisions(runId: number, filters: Readonly<Record<string, string>>) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.run(scope, runId), 'decisions', filters],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/runs/{routing_run_id}/decisions', {
          params: {
            path: { routing_run_id: runId },
            query: {
              ...scope,
              ...filters,
              limit: 200,
              ...(cursor && { cursor }),
            } as QueryOf<'/account/v1/runs/{routing_run_id}/decisions'>,
          },
        }),
      ),
    rowsOf: ordersOf,
  });
}

/** Cancels a run at its next chunk, or retries a failed run. */
export function useChangeRun(runId: number, change: 'cancel' | 'retry') {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST(`/account/v1/runs/{routing_run_id}/${change}`, {
          params: { path: { routing_run_id: runId }, query: scope },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
}
