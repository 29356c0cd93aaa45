import { randomBytes } from 'node:crypto';
import type { UserRole } from '../../db/generated/enums.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { SERVICE } from '../actor.ts';
import { withdrawInvitations } from '../links.ts';
import { hashPassword } from '../passwords.ts';
import { proveEmail } from '../second-factor.ts';
import { PERSON } from '../sessions.ts';
import { saveMember } from '../users.ts';
import { roleOf } from './claims.ts';
import {
  type Connection,
  emailProblem,
  type Found,
  LINKED,
  mayLink,
  NO_ROLE,
  OTHER_ACCOUNT,
  ofConnection,
  type Refused,
  refused,
  type SsoDeps,
  type Visitor,
} from './connection.ts';

const LINK_FIRST =
  'Your email address has a password here. Sign in with it once, then choose Link single sign-on in your menu.';

/** Who a provider's person is here: known, or new and let in by a role or an invitation. */
export async function findPerson(
  deps: SsoDeps,
  connection: Connection,
  visitor: Visitor,
): Promise<Found | Refused> {
  const { db } = deps;
  const { issuer, client } = connection;
  const { person: said } = visitor;
  const role = roleOf(connection, said);
  if (role === null) return refused(NO_ROLE);
  const identity = await db.prisma.ssoIdentity.findFirst({
    where: { client_id: client.id, issuer, sub: said.sub },
    select: { id: true, user: { select: PERSON } },
  });
  if (identity !== null) {
    const [present] = ofConnection(identity.user, connection).memberships;
    if (role !== undefined && role !== present?.role)
      await applyRole(deps, client.slug, identity.user.email, role);
    return { person: identity.user, identity_id: identity.id };
  }
  const problem = await emailProblem(db, connection, said);
  if (problem !== null) return refused(problem);
  const email = said.email!;
  const known = await db.prisma.user.findUnique({ where: { email }, select: PERSON });
  if (known === null) return addPerson(deps, connection, visitor, { email, role });
  if (!mayLink(known, connection)) return refused(OTHER_ACCOUNT);
  const linked = { user_id: known.id, client_id: client.id };
  return refused((await db.prisma.ssoIdentity.count({ where: linked })) > 0 ? LINKED : LINK_FIRST);
}

/** Gives a person the role that their provider says. The last owner stays one. */
async function applyRole(
  { db, changeAccess }: SsoDeps,
  slug: string,
  email: string,
  role: UserRole,
): Promise<void> {
  const act = { who: SERVICE, action: 'users.change', subject: `users/${email}` };
  try {
    await changeAccess(db, slug, act, (tx, { id }) => saveMember(tx, id, { email, role }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'last_owner') throw error;
  }
}

/** Makes somebody a member who is new to the service: with the role of the provider, or that of an invitation. */
async function addPerson(
  { db, changeAccess }: SsoDeps,
  { issuer, client: { id: client_id, slug } }: Connection,
  { person: { sub }, address }: Visitor,
  { email, role }: { readonly email: string; readonly role: UserRole | undefined },
): Promise<Found | Refused> {
  const open = { client_id, email, expires_at: { gt: new Date() } };
  const wanted = role ?? (await db.prisma.link.findFirst({ where: open }))?.role;
  if (!wanted) return refused('You are not invited to this account. Ask one of its owners.');
  // Nobody knows this password: a person who loses the provider has none.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const who = { kind: 'user', name: email, address } as const;
  const act = { who, action: 'users.accept', subject: `users/${email}` };
  return changeAccess(db, slug, act, async (tx) => {
    if ((await tx.user.count({ where: { email } })) > 0)
      throw new AppError('unavailable', 'The person was changed meanwhile. Try again.');
    await saveMember(tx, client_id, { email, role: wanted, password_hash });
    await withdrawInvitations(tx, { client_id, email });
    const person = await tx.user.findUniqueOrThrow({ where: { email }, select: PERSON });
    await proveEmail(tx, person.id);
    const { id } = await tx.ssoIdentity.create({ data: { user_id: person.id, client_id, issuer, sub } });
    return { person, identity_id: id };
  });
}
