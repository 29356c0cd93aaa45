import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

export type Sso = components['schemas']['Sso'];
export type SsoDomain = Sso['domains'][number];
export type WantedSso = components['schemas']['SsoConnectionInput']['sso'];

/** The single sign-on of the account. */
export function useSso() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.people(scope, 'sso'),
    queryFn: () => answerOf(api.GET('/account/v1/sso', { params: { query: clientQuery(scope) } })),
  });
}

/** Sets all of it, but for a secret that is left out. */
export function useSetSso() {
  return useAccountMutation(
    (sso: WantedSso, query) => answerOf(api.PUT('/account/v1/sso', { params: { query }, body: { sso } })),
    ['people'],
  );
}

/** Ends single sign-on, and the sessions by it. */
export function useRemoveSso() {
  return useAccountMutation(
    (_: undefined, query) => answerOf(api.DELETE('/account/v1/sso', { params: { query } })),
    ['people'],
  );
}

/** Asks DNS whether a domain is the account's. */
export function useCheckDomain() {
  return useAccountMutation(
    (domain: string, query) =>
      answerOf(api.POST('/account/v1/sso/domains/{domain}/check', { params: { path: { domain }, query } })),
    ['people'],
  );
}

/** An operator says that a domain is the client's. */
export function useProveDomain() {
  return useAccountMutation(
    ({ slug, domain }: { slug: string; domain: string }) =>
      answerOf(
        api.POST('/account/v1/clients/{slug}/sso-domains/{domain}/prove', {
          params: { path: { slug, domain } },
        }),
      ),
    ['people'],
  );
}
