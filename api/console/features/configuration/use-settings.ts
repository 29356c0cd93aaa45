import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

type SettingsPatch = components['schemas']['SettingsPatchInput'];

export function useSettings() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'settings'),
    queryFn: () => answerOf(api.GET('/account/v1/settings', { params: { query: clientQuery(scope) } })),
  });
}

/** Saves settings, unless somebody else changed them meanwhile. */
export function useSaveSettings() {
  return useAccountMutation(
    ({ etag, settings }: { etag: string; settings: SettingsPatch }, query) =>
      answerOf(
        api.PATCH('/account/v1/settings', {
          params: { query, header: { 'if-match': etag } },
          body: settings,
        }),
      ),
    ['configuration'],
  );
}
