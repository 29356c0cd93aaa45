import type { components } from '../../../../shared/client/account-api.d.ts';
import type { QueryOf } from '../../client/api.ts';
import { useList, useRead, useWrite } from '../../client/operations.ts';
import { keyOf } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { isLive } from '../../view/statuses.ts';

export type ListedWhatIf = components['schemas']['ListedWhatIf'];
export type WhatIf = components['schemas']['WhatIf'];
export type WhatIfSide = components['schemas']['WhatIfSide'];
export type WhatIfChange = components['schemas']['WhatIfChange'];
export type WhatIfRequest = components['schemas']['WhatIfRequestInput'];

const CHANGES = '/account/v1/what-ifs/{what_if_id}/changes';

/** How often a what-if that is under way is read again. */
const LIVE_MS = 1000;

/** What-ifs, newest first. They are read again each second while one is under way. */
export const useWhatIfs = () =>
  useList(
    'what-ifs',
    '/account/v1/what-ifs',
    'what_ifs',
    {},
    {
      liveMs: ({ what_ifs }) => (what_ifs.some(({ status }) => isLive(status)) ? LIVE_MS : null),
    },
  );

/** One what-if. It is read again each second while it is under way. */
export const useWhatIf = (what_if_id: number) =>
  useRead(
    'what-ifs',
    '/account/v1/what-ifs/{what_if_id}',
    { what_if_id },
    {
      refetchInterval: ({ state }) => (state.data && isLive(state.data.status) ? LIVE_MS : false),
    },
  );

export const useAskWhatIf = () => useWrite('post', '/account/v1/what-ifs', 'what-ifs');

/** Filters of the changed orders: parameters of the page's address. */
export type ChangeFilters = {
  readonly [K in 'from_status' | 'to_status' | 'warehouse_id']?: QueryOf<typeof CHANGES>[K] | undefined;
};

/** The orders that the two sides decide differently. They are read again when the what-if has ended. */
export const useChanges = ({ what_if_id, status }: WhatIf, filters: ChangeFilters) =>
  useList(
    'what-ifs',
    CHANGES,
    'changes',
    { what_if_id, ...filters },
    {
      queryKey: keyOf('what-ifs', useScope(), CHANGES, what_if_id, filters, status),
    },
  );
