import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { useDraft } from '../../client/draft.tsx';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { DELIVERY_ID, SETTINGS_ID } from '../../view/draft.ts';

type SettingsPatch = components['schemas']['SettingsPatchInput'];
type DeliveryCalendar = components['schemas']['DeliveryCalendarInput'];
type ShadowSettings = components['schemas']['ShadowSettingsBodyInput']['settings'];

/** The settings, with the open draft laid over. */
export function useSettings() {
  const scope = useScope();
  const drafted = useDraft()?.edits.settings?.[SETTINGS_ID]?.after;
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'settings'),
    queryFn: () => answerOf(api.GET('/account/v1/settings', { params: { query: clientQuery(scope) } })),
    select: (answer) => (drafted ? { ...answer, settings: drafted as typeof answer.settings } : answer),
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
    (draft, { settings }, query) =>
      draft.edit('settings', SETTINGS_ID, settings, async () => {
        const answer = await answerOf(api.GET('/account/v1/settings', { params: { query } }));
        return answer.settings;
      }),
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

const readDeliveryCalendar = (query: { client?: string }) =>
  answerOf(api.GET('/account/v1/delivery-calendar', { params: { query } }));

/** When carriers deliver, with the open draft laid over. */
export function useDeliveryCalendar() {
  const scope = useScope();
  const drafted = useDraft()?.edits.delivery?.[DELIVERY_ID]?.after;
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'delivery-calendar'),
    queryFn: () => readDeliveryCalendar(clientQuery(scope)),
    select: (answer) => (drafted ? { ...answer, ...drafted } : answer),
  });
}

/** Sets when carriers deliver, or removes that, unless somebody else changed it meanwhile. */
export function useSaveDeliveryCalendar() {
  return useAccountMutation(
    ({ etag, calendar }: { etag: string; calendar: DeliveryCalendar | null }, query) => {
      const params = { query, header: { 'if-match': etag } };
      return calendar === null
        ? answerOf(api.DELETE('/account/v1/delivery-calendar', { params }))
        : answerOf(api.PUT('/account/v1/delivery-calendar', { params, body: calendar }));
    },
    ['configuration'],
    (draft, { calendar }, query) =>
      draft.edit('delivery', DELIVERY_ID, { delivery_calendar: calendar }, async () => {
        const { delivery_calendar } = await readDeliveryCalendar(query);
        return { delivery_calendar };
      }),
  );
}
