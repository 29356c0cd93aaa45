import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api, type QueryOf } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { isLive } from '../../view/statuses.ts';

export type ListedWhatIf = components['schemas']['ListedWhatIf'];
export type WhatIf = components['schemas']['WhatIf'];
export type WhatIfSide = components['schemas']['WhatIfSide'];
export type WhatIfChange = components['schemas']['WhatIfChange'];
export type WhatIfRequest = components['schemas']['WhatIfRequestInput'];

/** How often a what-if that is under way is read again. */
export const LIVE_MS = 1000;

/** Orders from which the units that move between warehouses are drawn. */
const SAMPLE = 1000;

const rowsOf = ({ what_ifs }: components['schemas']['WhatIfPage']) => what_ifs;

/** What-ifs, newest first. They are read again each second while one is under way. */
export function useWhatIfs() {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.whatIfs(scope),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/what-ifs', { params: { query: { ...scope, ...(cursor && { cursor }) } } }),
      ),
    rowsOf,
    liveMs: ({ what_ifs }) => (what_ifs.some(({ status }) => isLive(status)) ? LIVE_MS : null),
  });
}

/** One what-if. It is read again each second while it is under way. */
export function useWhatIf(what_if_id: number) {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.whatIf(scope, what_if_id),
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/what-ifs/{what_if_id}', { params: { path: { what_if_id }, query: scope } }),
      ),
    refetchInterval: ({ state }) => (state.data && isLive(state.data.status) ? LIVE_MS : false),
  });
}

/** Asks for a what-if. Returns its ID. */
export function useAskWhatIf() {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: WhatIfRequest) =>
      (await answerOf(api.POST('/account/v1/what-ifs', { params: { query: scope }, body }))).what_if_id,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.whatIfs(scope) }),
  });
}

/** Cancels a what-if before its next step. */
export function useCancelWhatIf(what_if_id: number) {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/account/v1/what-ifs/{what_if_id}/cancel', {
          params: { path: { what_if_id }, query: scope },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.whatIfs(scope) }),
  });
}

/** Deletes a what-if. */
export function useDeleteWhatIf(what_if_id: number) {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.DELETE('/account/v1/what-ifs/{what_if_id}', { params: { path: { what_if_id }, query: scope } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.whatIfs(scope), exact: true }),
  });
}

type ChangesPage = components['schemas']['WhatIfChangesPage'];
type ChangesQuery = QueryOf<'/account/v1/what-ifs/{what_if_id}/changes'>;

const changesOf = ({ changes }: ChangesPage) => changes;

async function readChanges(what_if_id: number, query: ChangesQuery): Promise<ChangesPage> {
  const params = { path: { what_if_id }, query };
  // The type has the text of CSV too, but this answer is JSON.
  return (await answerOf(api.GET('/account/v1/what-ifs/{what_if_id}/changes', { params }))) as ChangesPage;
}

/** Filters of the changed orders: parameters of the page's address. */
export interface ChangeFilters {
  readonly from_status?: string;
  readonly to_status?: string;
  readonly warehouse_id?: string;
}

/** The orders that the two sides decide differently. */
export function useChanges({ what_if_id, status }: WhatIf, filters: ChangeFilters) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.whatIf(scope, what_if_id), 'changes', filters, status],
    read: (cursor) =>
      readChanges(what_if_id, { ...scope, ...filters, ...(cursor && { cursor }) } as ChangesQuery),
    rowsOf: changesOf,
  });
}

/** The first changed orders of a what-if that has ended. */
export function useFirstChanges({ what_if_id, status, orders_changed }: WhatIf) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.whatIf(scope, what_if_id), 'first-changes'],
    queryFn: async () => (await readChanges(what_if_id, { ...scope, limit: SAMPLE })).changes,
    enabled: !isLive(status) && orders_changed > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Why each side decides an order as it does. */
export function useChangeWhy(what_if_id: number, routing_decision_id: number) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.whatIf(scope, what_if_id), 'why', routing_decision_id],
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/what-ifs/{what_if_id}/changes/{routing_decision_id}/why', {
          params: { path: { what_if_id, routing_decision_id }, query: scope },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Makes the draft of a what-if the account's configuration; a dry run says what that changes. */
export function useApplyWhatIf(what_if_id: number, { isTrial }: { isTrial: boolean }) {
  return useAccountMutation(
    (_: undefined, __, scope) =>
      answerOf(
        api.POST('/account/v1/what-ifs/{what_if_id}/apply', {
          params: { path: { what_if_id }, query: { ...scope, ...(isTrial && { dry_run: 'true' }) } },
        }),
      ),
    isTrial ? [] : ['configuration'],
  );
}
