import type { components } from '../../../../shared/client/account-api.d.ts';
import { sending } from '../../client/calls.ts';
import { useChange } from '../../components/use-change.ts';

export type Sso = components['schemas']['Sso'];
export type WantedSso = components['schemas']['SsoConnectionInput']['sso'];

/** Sets all of it, but for a secret that is left out. */
export const useSetSso = () => useChange(sending('put', '/account/v1/sso'), { outdates: ['people'] });

export const useRemoveSso = () => useChange(sending('delete', '/account/v1/sso'), { outdates: ['people'] });
