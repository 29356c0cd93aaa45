import type { PrismaDatabase } from '../../db/database.ts';
import type { Prisma, SsoConnection, UserRole } from '../../db/generated/client.ts';
import type { SealedPlace } from '../../foundation/sealing.ts';

/** Where a provider sends people back to, and where it reports that somebody has signed out. */
export const SSO_CALLBACK = '/account/v1/session/sso/callback';
export const SSO_LOGOUT = '/account/v1/session/sso/logout';

/** The secret is bound to the issuer: it never goes to another one. */
export function placeOfClientSecret({
  client_id,
  issuer,
}: Pick<SsoConnection, 'client_id' | 'issuer'>): SealedPlace {
  return { table: 'sso_connections', row: issuer, column: 'client_secret', client_id };
}

/** How an account signs in, as its audit log compares it. */
export type SsoState = Awaited<ReturnType<typeof readSsoState>>;

/** The members of a connection that people may read, but its domains. */
export function shownConnection({ role_claim, roles, scopes, required, ...sso }: SsoConnection) {
  return {
    issuer: sso.issuer,
    client_id: sso.oidc_client_id,
    ...(role_claim !== null && { role_claim }),
    ...(roles !== null && { roles: roles as Record<string, UserRole> }),
    ...(scopes !== null && { scopes: scopes as string[] }),
    required,
    break_glass_user: sso.break_glass_user,
  };
}

/** Reads how an account signs in. */
export async function readSsoState(tx: Prisma.TransactionClient, client_id: number) {
  const { sso, ssoDomains } = await tx.client.findUniqueOrThrow({
    where: { id: client_id },
    select: { sso: true, ssoDomains: { orderBy: { domain: 'asc' } } },
  });
  return {
    connection: sso && shownConnection(sso),
    domains: ssoDomains.map(({ domain, proved_by }) => ({ domain, proved_by })),
    /** By path, to see whether it was changed. */
    secrets: new Map(sso === null ? [] : [['sso.client_secret', sso.client_secret]]),
  };
}

/** Whether the provider of an account says what its people are there. */
export async function givesRoles(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  client_id: number,
): Promise<boolean> {
  return (await prisma.ssoConnection.count({ where: { client_id, role_claim: { not: null } } })) > 0;
}
