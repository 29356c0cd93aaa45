import type { components } from '../../../../shared/client/account-api.d.ts';
import { type AccountPart, editPart, useAccountPart } from '../../client/account-part.ts';
import { type DryRun, read, write } from '../../client/calls.ts';
import { useRead, useWrite } from '../../client/operations.ts';
import { useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

type DeliveryCalendar = components['schemas']['DeliveryCalendarInput'];

const SETTINGS: AccountPart<components['schemas']['Settings']> = {
  draftPart: 'settings',
  read: (query) => read('/account/v1/settings', query, {}),
  valuesOf: ({ settings }) => settings,
  withValues: (answer, settings) => ({ ...answer, settings }),
};

/** When carriers deliver. */
const DELIVERY: AccountPart<components['schemas']['DeliveryCalendarView']> = {
  draftPart: 'delivery',
  read: (query) => read('/account/v1/delivery-calendar', query, {}),
  valuesOf: ({ delivery_calendar }) => ({ delivery_calendar }),
  withValues: (answer, values) => ({ ...answer, ...values }),
};

export const useSettings = () => useAccountPart(SETTINGS);
export const useDeliveryCalendar = () => useAccountPart(DELIVERY);

/** Saves settings, unless somebody else changed them meanwhile. */
export const useSaveSettings = () =>
  useWrite('patch', '/account/v1/settings', 'configuration', {
    inDraft: (draft, { etag: _, ...settings }, query) => editPart(SETTINGS, draft, settings, query),
  });

/** How many orders have units reserved. It is read only if `isAsked`. */
export const useReservations = (isAsked: boolean) =>
  useRead('inventory', '/account/v1/reservations', {}, { enabled: isAsked });

/** Counts the orders that have units reserved now. */
export function useCountReserving() {
  const scope = useScope();
  return async () => (await read('/account/v1/reservations', scope, {})).orders;
}

/** Sets when carriers deliver, or removes that, unless somebody else changed it meanwhile. */
export function useSaveDeliveryCalendar() {
  return useAccountMutation(
    (
      {
        etag,
        calendar,
        query: dry,
      }: { etag: string; calendar: DeliveryCalendar | null; query?: DryRun | undefined },
      query,
    ) =>
      calendar === null
        ? write('delete', '/account/v1/delivery-calendar', query, { etag, query: dry })
        : write('put', '/account/v1/delivery-calendar', query, { etag, ...calendar, query: dry }),
    ['configuration'],
    (draft, { calendar }, query) => editPart(DELIVERY, draft, { delivery_calendar: calendar }, query),
  );
}
