import { useMutation, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { upload } from '../../client/upload.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { stringifySearch } from '../../view/search-codec.ts';

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

/** Replaces the lanes of the warehouses in a file. */
export function useUploadLanes() {
  return useAccountMutation(
    (file: File, query) =>
      upload<components['schemas']['UploadedLanes']>({
        path: `/account/v1/transit/lanes${stringifySearch(query)}`,
        type: 'text/csv',
        body: file,
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
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
