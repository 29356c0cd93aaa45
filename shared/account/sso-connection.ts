import type { z } from 'zod';
import type { ssoConnection, ssoTest } from '../contracts/account/sso.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import type { AccountEditor, Actor } from '../identity/actor.ts';
import { placeOfClientSecret, SSO_CALLBACK, SSO_LOGOUT, shownConnection } from '../identity/sso/sso-state.ts';
import { type AccountAct, changeAccess } from './change-account.ts';
import { hasProvedDomain, saveDomains, ssoDomainView } from './sso-domains.ts';

/** A connection as an owner writes it. */
type WantedConnection = z.output<typeof ssoConnection>;

/** The single sign-on of an account for its owners. `public_url` is where people reach the service. */
export async function readSso(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  client_id: number,
  who: Actor,
  public_url: string | null,
) {
  const { sso, ssoDomains, _count } = await prisma.client.findUniqueOrThrow({
    where: { id: client_id },
    select: {
      sso: true,
      ssoDomains: { orderBy: { domain: 'asc' } },
      _count: { select: { ssoIdentities: true, members: true } },
    },
  });
  const at = (path: string) => public_url && public_url.replace(/\/+$/, '') + path;
  return {
    sso: sso && { ...shownConnection(sso), domains: ssoDomains.map(({ domain }) => domain) },
    domains: ssoDomains.map(ssoDomainView),
    redirect_url: at(SSO_CALLBACK),
    logout_url: at(SSO_LOGOUT),
    people: { linked: _count.ssoIdentities, not_linked: _count.members - _count.ssoIdentities },
    can_require: canRequire(who),
    last_test: (sso?.last_test ?? null) as z.output<typeof ssoTest> | null,
  };
}

/** They have seen that the provider lets them in. Their role is checked by the route. */
const canRequire = ({ kind, by_sso = false }: Actor) => kind === 'user' && by_sso;

/**
 * Sets how an account signs in. Another provider unlinks everybody. Throws AppError validation_failed, forbidden if `required`
 * is set by somebody who has not signed in by the provider.
 */
export async function saveSso(
  db: PrismaDatabase,
  { slug, who, dry_run = false }: AccountEditor & Pick<AccountAct, 'dry_run'>,
  wanted: WantedConnection,
): Promise<void> {
  const act = { who, action: 'sso.change', subject: 'sso', dry_run };
  await changeAccess(db, slug, act, async (tx, { id: client_id }) => {
    const present = await tx.ssoConnection.findUnique({ where: { client_id } });
    const { client_secret, domains, client_id: oidc_client_id, ...rest } = wanted;
    const { issuer, role_claim = null, roles, scopes, required = false, break_glass_user } = rest;
    const isSame = present?.issuer === issuer && present.oidc_client_id === oidc_client_id;
    if (client_secret === undefined && present?.issuer !== issuer)
      throw fault('client_secret', 'is required');
    if (required && !isSame)
      throw fault('required', 'can be set once somebody has signed in by this provider');
    if (required && !present?.required && !canRequire(who))
      throw new AppError('forbidden', 'Only an owner who signed in by single sign-on may require it.');
    await checkBreakGlass(tx, client_id, break_glass_user, required);
    const data = {
      ...{ issuer, oidc_client_id, role_claim, required, break_glass_user },
      roles: roles ?? Prisma.DbNull,
      scopes: scopes === undefined ? Prisma.DbNull : [...scopes],
      ...(client_secret !== undefined && {
        client_secret: db.secrets.seal(client_secret, placeOfClientSecret({ client_id, issuer })),
      }),
      ...(!isSame && { last_test: Prisma.DbNull }),
    };
    if (present === null)
      await tx.ssoConnection.create({ data: { ...data, client_id, client_secret: data.client_secret! } });
    else await tx.ssoConnection.update({ where: { client_id }, data });
    if (!isSame) await tx.ssoIdentity.deleteMany({ where: { client_id } });
    // The break-glass user signs in again, too, so that the use of the password is reported.
    const byPassword = { sso_identity_id: null, user: { memberships: { some: { client_id } } } };
    if (required && !present?.required) await tx.session.deleteMany({ where: byPassword });
    await saveDomains(tx, client_id, domains);
    if (required && !(await hasProvedDomain(tx, client_id)))
      throw fault(
        'domains',
        'must have a verified one while single sign-on is required: nobody could sign in',
      );
  });
}

/** Whoever gets in while the provider does not answer must be able to mend the account, and be hard to imitate. */
async function checkBreakGlass(
  tx: Prisma.TransactionClient,
  client_id: number,
  email: string,
  required: boolean,
): Promise<void> {
  const owner = await tx.membership.findFirst({
    where: { client_id, role: 'owner', user: { email } },
    select: { user: { select: { second_factor_at: true } } },
  });
  if (owner === null) throw fault('break_glass_user', 'must be an owner of the account');
  if (required && owner.user.second_factor_at === null)
    throw fault('break_glass_user', 'must have a second factor');
}

const fault = (member: string, message: string) => validationFailed([{ path: `sso.${member}`, message }]);

/** Ends single sign-on in an account, and the sessions by it. Passwords work again. */
export async function removeSso(
  db: PrismaDatabase,
  { slug, who, dry_run = false }: AccountEditor & Pick<AccountAct, 'dry_run'>,
): Promise<void> {
  const act = { who, action: 'sso.remove', subject: 'sso', dry_run };
  await changeAccess(db, slug, act, async (tx, { id: client_id }) => {
    await tx.ssoConnection.deleteMany({ where: { client_id } });
    await tx.ssoIdentity.deleteMany({ where: { client_id } });
    await saveDomains(tx, client_id, []);
  });
}
