import type { AccountFile } from '../account/account-file.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma, UserRole } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { CallerRole } from './actor.ts';
import { revokeKeys } from './keys.ts';
import { listInvitations, makeLink, withdrawInvitations } from './links.ts';
import { hashPasswordOf, verifyPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** A member of an account, or an operator, as people see them. */
export interface UserInfo {
  readonly email: string;
  readonly role: CallerRole;
  /** Slug of the client; null for an operator of the whole service. */
  readonly client: string | null;
  readonly second_factor: boolean;
  readonly created_at: Date;
}

/** The members of a client, or of all clients and the operators if `slug` is undefined: by client, then by address. */
export async function listUsers(tx: Prisma.TransactionClient, slug?: string): Promise<UserInfo[]> {
  const members = await tx.membership.findMany({
    where: slug === undefined ? {} : { client: { slug } },
    select: {
      role: true,
      created_at: true,
      client: { select: { slug: true } },
      user: { select: { email: true, second_factor_at: true } },
    },
    orderBy: [{ client: { slug: 'asc' } }, { user: { email: 'asc' } }],
  });
  const operators =
    slug === undefined
      ? await tx.user.findMany({ where: { is_operator: true }, orderBy: { email: 'asc' } })
      : [];
  return [
    ...members.map(({ user, role, client, created_at }) => ({
      email: user.email,
      role,
      client: client.slug,
      second_factor: user.second_factor_at !== null,
      created_at,
    })),
    ...operators.map(({ email, second_factor_at, created_at }) => ({
      email,
      role: 'operator' as const,
      client: null,
      second_factor: second_factor_at !== null,
      created_at,
    })),
  ];
}

/** A member of an account as it is wanted. */
export interface MemberEntry {
  /** Trimmed, in lower case. */
  readonly email: string;
  readonly role: UserRole;
  /** Left out: a known person keeps the present one. */
  readonly password_hash?: string;
}

/**
 * The hash of a password for a person: the present one if they have this password already. Make it before the transaction,
 * because it takes a third of a second. Throws AppError validation_failed if others would try the password first.
 */
export async function hashForUser(
  { prisma }: PrismaDatabase,
  email: string,
  password: string,
): Promise<string> {
  const user = await prisma.user.findUnique({ where: { email } });
  const isPresent = user !== null && (await verifyPassword(password, user.password_hash));
  return isPresent ? user.password_hash : hashPasswordOf(email, password, 'password');
}

/**
 * Locks the people of these addresses, as long as the transaction lasts: two accounts may change the same person at once.
 * Always in the same order.
 */
async function lockPeople(tx: Prisma.TransactionClient, emails: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE email = ANY(${emails}) ORDER BY id FOR UPDATE`;
}

/** A client's users as an account file lists them. */
export type ListedUsers = NonNullable<AccountFile['users']>;

export type UserChange = 'added' | 'changed' | 'unchanged';

/**
 * Adds a person to an account, or changes their role or password, which ends their sessions. The present password changes
 * nothing. Throws AppError validation_failed for an operator, and for a new person without a password; the fault's path begins
 * with `path`.
 */
export async function saveMember(
  tx: Prisma.TransactionClient,
  client_id: number,
  { email, role, password_hash }: MemberEntry,
  path = '',
): Promise<UserChange> {
  await lockPeople(tx, [email]);
  const present = await tx.user.findUnique({
    where: { email },
    include: { memberships: { where: { client_id } } },
  });
  if (present === null) {
    if (password_hash === undefined) throw userFault(email, `${path}password`, 'a new user needs a password');
    await tx.user.create({ data: { email, password_hash, memberships: { create: { client_id, role } } } });
    return 'added';
  }
  if (present.is_operator) throw userFault(email, `${path}email`, 'is an operator of the service');
  const newPassword = password_hash !== undefined && password_hash !== present.password_hash;
  if (newPassword) await tx.user.update({ where: { email }, data: { password_hash } });
  const [membership] = present.memberships;
  const newRole = membership !== undefined && membership.role !== role;
  if (newRole) await tx.membership.update({ where: { id: membership.id, client_id }, data: { role } });
  if (newRole && role !== 'owner') await withdrawInvitations(tx, { client_id, created_by: email });
  if (newPassword || newRole) await endSessionsOf(tx, present.id);
  if (membership !== undefined) return newPassword || newRole ? 'changed' : 'unchanged';
  await tx.membership.create({ data: { user_id: present.id, client_id, role } });
  return 'added';
}

/** The refusal of a person: one fault. */
export function userFault(email: string, path: string, message: string): AppError {
  return new AppError('validation_failed', `${email}: ${message}`, { faults: [{ path, message }] });
}

/**
 * Removes a person from an account, with their tokens and the invitations that they sent, or withdraws their own
 * invitation. If they are in no other account, they can sign in no more, and the address is free. Throws AppError
 * not_found. The last owner of a client cannot be removed (change-account.ts).
 */
export async function removeMember(
  tx: Prisma.TransactionClient,
  client_id: number,
  email: string,
): Promise<void> {
  await lockPeople(tx, [email]);
  const members = await tx.membership.deleteMany({ where: { client_id, user: { email } } });
  const withdrawn = await withdrawInvitations(tx, { client_id, email });
  if (members.count + withdrawn === 0) throw new AppError('not_found', `There is no user ${email}.`);
  await revokeKeys(tx, { client_id, kind: 'account_token', created_by: email });
  await withdrawInvitations(tx, { client_id, created_by: email });
  await tx.user.deleteMany({ where: { email, is_operator: false, memberships: { none: {} } } });
}

/** What a list of users makes. */
interface MadeUsers {
  /** Of the passwords in it (hashListed). */
  readonly hashes: ReadonlyMap<string, string>;
  /** The person who invites (Actor). */
  readonly person: string | null;
  /** Their links are mailed, and nobody else sees them. */
  readonly mailed: boolean;
}

/** Somebody who was invited, with the token of their link. */
export interface InvitedUser {
  readonly email: string;
  readonly token: string;
}

/**
 * Makes `listed` the members of a client: one that is left out is removed. A new one with a hash of a password is added; any
 * other new one is invited, once until the invitation has ended or has another role. Returns who was invited.
 */
export async function saveUsers(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed: ListedUsers,
  { hashes, person, mailed }: MadeUsers,
): Promise<InvitedUser[]> {
  const members = await tx.membership.findMany({
    where: { client_id },
    select: { user: { select: { email: true } } },
    orderBy: { id: 'asc' },
  });
  const present = members.map(({ user }) => user.email);
  const asked = (await listInvitations(tx, client_id)).map(({ email }) => email);
  await lockPeople(tx, [...present, ...listed.map(({ email }) => email)]);
  for (const email of new Set([...present, ...asked]))
    if (!listed.some((user) => user.email === email)) await removeMember(tx, client_id, email);
  for (const [index, { email, role }] of listed.entries())
    if (present.includes(email)) await saveMember(tx, client_id, { email, role }, `users[${index}].`);
  const people = await tx.user.findMany({
    where: { email: { in: listed.map(({ email }) => email) } },
    select: { email: true },
  });
  const known = new Set(people.map(({ email }) => email));
  // Read again, because removed people's invitations were withdrawn.
  const invitations = await listInvitations(tx, client_id);
  const link = { kind: 'invitation', client_id, created_by: person, mailed } as const;
  const invited: InvitedUser[] = [];
  for (const { email, role } of listed.filter((each) => !present.includes(each.email))) {
    const password_hash = hashes.get(email);
    if (password_hash !== undefined && !known.has(email))
      await saveMember(tx, client_id, { email, role, password_hash });
    else if (
      !invitations.some((each) => each.email === email && each.role === role && each.expires_at > new Date())
    )
      invited.push({ email, token: await makeLink(tx, { ...link, email, role }) });
  }
  return invited;
}
