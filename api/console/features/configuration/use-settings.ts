import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { type AccountPart, editPart, useAccountPart } from '../../client/account-part.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

type Settings = components['schemas']['Settings'];
type SettingsPatch = components['schemas']['SettingsPatchInput'];
type DeliveryCalendar = components['schemas']['DeliveryCalendarInput'];
type ShadowSettings = components['schemas']['ShadowSettingsBodyInput']['settings'];

const SETTINGS: AccountPart<Settings> = {
  path: 'settings',
  draftPart: 'settings',
  read: (query) => answerOf(api.GET('/account/v1/settings', { params: { query } })),
  valuesOf: ({ settings }) => settings,
  withValues: (answer, settings) => ({ ...answer, settings }),
};

/** When carriers deliver. */
const DELIVERY: AccountPart<components['schemas']['DeliveryCalendarView']> = {
  path: 'delivery-calendar',
  draftPart: 'delivery',
  read: (query) => answerOf(api.GET('/account/v1/delivery-calendar', { params: { query } })),
  valuesOf: ({ delivery_calendar }) => ({ delivery_calendar }),
  withValues: (answer, values) => ({ ...answer, ...values }),
};

export const useSettings = () => useAccountPart(SETTINGS);
export const useDeliveryCalendar = () => useAccountPart(DELIVERY);

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
    (draft, { settings }, query) => editPart(SETTINGS, draft, settings, query),
  );
}

/** How many orders have units reserved. It is read only if `isAsked`. */
export function useReservations(isAsked: boolean) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.inventory(scope, ''), 'reservations'],
    queryFn: () => answerOf(api.GET('/account/v1/reservations', { params: { query: scope } })),
    enabled: isAsked,
  });
}

/** Counts the orders that have units reserved now. */
export function useCountReserving() {
  const query = useScope();
  return async () => (await answerOf(api.GET('/account/v1/reservations', { params: { query } }))).orders;
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
    (draft, { calendar }, query) => editPart(DELIVERY, draft, { delivery_calendar: calendar }, query),
  );
}
