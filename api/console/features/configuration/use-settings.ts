import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

type SettingsPatch = components['schemas']['SettingsPatchInput'];
type ShadowSettings = components['schemas']['ShadowSettingsBodyInput']['settings'];

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

export function useShadow() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'shadow'),
    queryFn: () => answerOf(api.GET('/account/v1/shadow', { params: { query: clientQuery(scope) } })),
  });
}

/** Sets the shadow settings, or removes them, unless somebody else changed them meanwhile. */
export function useSaveShadow() {
  return useAccountMutation(
    ({ etag, settings }: { etag: string; settings: ShadowSettings | null }, query) => {
      const params = { query, header: { 'if-match': etag } };
      return settings === null
        ? answerOf(api.DELETE('/account/v1/shadow', { params }))
        : answerOf(api.PUT('/account/v1/shadow', { params, body: { settings } }));
    },
    ['configuration', 'overview'],
  );
}
