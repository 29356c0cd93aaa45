import type { components } from '../../../../shared/client/account-api.d.ts';
import { read, sending, write } from '../../client/calls.ts';
import { type OpenDraft, useDraft } from '../../client/draft.tsx';
import { useRead } from '../../client/operations.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useChange } from '../../components/use-change.ts';

type Values = components['schemas']['Settings']['settings'];

const SETTINGS = '/account/v1/settings';
const DELIVERY = '/account/v1/delivery-calendar';

/** The settings, with the open draft laid over. */
export function useSettings() {
  const drafted = useDraft()?.edits.settings?.settings?.after;
  return useRead(
    'configuration',
    SETTINGS,
    {},
    {
      select: (answer) => (drafted ? { ...answer, settings: drafted as Values } : answer),
    },
  );
}

/** Saves settings, unless somebody else changed them meanwhile. */
export const useSaveSettings = () => useChange(sending('patch', SETTINGS));

/** Changes a setting in a draft at once. */
export function useEditSettings() {
  const query = clientQuery(useScope());
  return (draft: OpenDraft, values: Readonly<Record<string, unknown>>) =>
    draft.edit('settings', 'settings', values, async () => (await read(SETTINGS, query, {})).settings);
}

/** How many orders have units reserved. It is read only if `isAsked`. */
export const useReservations = (isAsked: boolean) =>
  useRead('inventory', '/account/v1/reservations', {}, { enabled: isAsked });

/** Counts the orders that have units reserved now. */
export function useCountReserving() {
  const scope = useScope();
  return async () => (await read('/account/v1/reservations', scope, {})).orders;
}

/** When carriers deliver. */
export const useDeliveryCalendar = () => useRead('configuration', DELIVERY, {});

type DeliveryCalendar = components['schemas']['DeliveryCalendarInput'];

/** Sets when carriers deliver, or removes that, unless somebody else changed it meanwhile. */
export const useSaveDeliveryCalendar = () =>
  useChange(({ etag, calendar }: { etag: string; calendar: DeliveryCalendar | null }, query) =>
    calendar === null
      ? write('delete', DELIVERY, query, { etag })
      : write('put', DELIVERY, query, { etag, ...calendar }),
  );
