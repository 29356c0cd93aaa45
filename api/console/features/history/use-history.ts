import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientOf, useScope } from '../../client/scope.ts';
import { useAct } from '../../client/use-act.ts';

export type Activation = components['schemas']['Activations']['activations'][number];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Change = components['schemas']['AccountChange'];

const activationsOf = ({ activations }: components['schemas']['Activations']) => activations;
const entriesOf = ({ entries }: components['schemas']['AuditLog']) => entries;

/** The configurations that were the present one, newest first. */
export function useActivations() {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.history(scope, 'configurations'),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/configurations', {
          params: { query: { ...clientOf(scope), limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: activationsOf,
  });
}

/** Who did what, newest first; what operators only looked at is left out. */
export function useAudit() {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.history(scope, 'audit'),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/audit', {
          params: {
            query: { ...clientOf(scope), limit: 50, requests: 'false' as never, ...(cursor && { cursor }) },
          },
        }),
      ) as Promise<components['schemas']['AuditLog']>,
    rowsOf: entriesOf,
  });
}

/** Makes an earlier configuration the present one; a dry run says what that changes. */
export function useRestore({ isTrial }: { isTrial: boolean }) {
  return useAct(
    (configuration_id: number, query) =>
      answerOf(
        api.POST('/account/v1/configurations/{configuration_id}/restore', {
          params: {
            path: { configuration_id },
            query: { ...query, ...(isTrial && { dry_run: 'true' as never }) },
          },
        }),
      ),
    isTrial ? [] : ['configuration'],
  );
}
