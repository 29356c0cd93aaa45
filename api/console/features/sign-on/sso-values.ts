import type { UserRole } from '../people/roles.ts';
import type { Sso, WantedSso } from './use-sso.ts';

/** The values of the form, named as the body that is sent names them. */
export interface SsoValues extends Record<string, unknown> {
  readonly sso: {
    readonly issuer: string;
    readonly client_id: string;
    readonly client_secret: string;
    readonly domains: readonly string[];
    readonly role_claim: string;
    readonly scopes: readonly string[];
    readonly break_glass_user: string;
    readonly required: boolean;
  };
  /** The values of the claim that give each role. */
  readonly roles: Readonly<Record<UserRole, readonly string[]>>;
}

/** What the form begins with. `owner`: who gets in without the provider, where nobody has been chosen. */
export function valuesOf(sso: Sso['sso'], owner: string): SsoValues {
  const given = Object.entries(sso?.roles ?? {});
  const of = (role: UserRole) => given.flatMap(([value, to]) => (to === role ? value : []));
  return {
    sso: {
      issuer: sso?.issuer ?? '',
      client_id: sso?.client_id ?? '',
      client_secret: '',
      domains: sso?.domains ?? [],
      role_claim: sso?.role_claim ?? '',
      scopes: sso?.scopes ?? [],
      break_glass_user: sso?.break_glass_user ?? owner,
      required: sso?.required ?? false,
    },
    roles: { owner: of('owner'), member: of('member'), viewer: of('viewer') },
  };
}

/** What is sent. Without a claim, or without its values, there is nothing about roles. */
export function wantedOf({ sso, roles }: SsoValues): WantedSso {
  const { client_secret, role_claim, domains, scopes, ...rest } = sso;
  const given = Object.entries(roles).flatMap(([role, values]) => values.map((value) => [value, role]));
  return {
    ...rest,
    domains: [...domains],
    ...(scopes.length > 0 && { scopes: [...scopes] }),
    ...(client_secret !== '' && { client_secret }),
    ...(role_claim !== '' && { role_claim }),
    ...(role_claim !== '' && given.length > 0 && { roles: Object.fromEntries(given) }),
  };
}
