import type { components } from '../../../../shared/client/account-api.d.ts';
import { useWrite } from '../../client/operations.ts';

export type Sso = components['schemas']['Sso'];
export type WantedSso = components['schemas']['SsoConnectionInput']['sso'];

/** Sets all of it, but for a secret that is left out. */
export const useSetSso = () => useWrite('put', '/account/v1/sso', 'people');
