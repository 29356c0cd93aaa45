import { useMutation, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

export type Transit = components['schemas']['Transit'];

export function useTransit() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'transit'),
    queryFn: () => answerOf(api.GET('/account/v1/transit', { params: { query: clientQuery(scope) } })),
  });
}

export function useChangeProvider() {
  return useAccountMutation(
    ({ etag, provider }: Pick<Transit, 'etag' | 'provider'>, query) =>
      answerOf(
        api.PATCH('/account/v1/transit', {
          params: { query, header: { 'if-match': etag } },
          body: { provider } as components['schemas']['TransitPatchInput'],
        }),
      ),
    ['configuration'],
  );
}

/** The lane that an order would be routed by now. */
export function useLane() {
  const scope = useScope();
  return useMutation({
    mutationFn: (sought: { warehouse_id: string; destination_zip: string }) =>
      answerOf(
        api.GET('/account/v1/transit/lanes', { params: { query: { ...clientQuery(scope), ...sought } } }),
      ),
  });
}
