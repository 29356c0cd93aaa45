import type { Prisma, UserRole } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** A person who may sign in, as people see it. */
export interface UserInfo {
  readonly email: string;
  readonly role: UserRole;
  /** Slug of the client; null for an operator of the whole service. */
  readonly client: string | null;
  readonly created_at: Date;
  /** Since when the user may no longer sign in. */
  readonly removed_at: Date | null;
}

/** The users of a client, or of all clients and the operators if `slug` is undefined: by client, then by address. */
export async function listUsers(tx: Prisma.TransactionClient, slug?: string): Promise<UserInfo[]> {
  const users = await tx.user.findMany({
    where: slug === undefined ? {} : { client: { slug } },
    include: { client: { select: { slug: true } } },
    orderBy: [{ client: { slug: 'asc' } }, { email: 'asc' }],
  });
  return users.map(({ email, role, client, created_at, disabled_at }) => ({
    email,
    role,
    client: client?.slug ?? null,
    created_at,
    removed_at: disabled_at,
  }));
}

/** A person who may sign in; `client_id` is null for an operator of the whole service, and only for one. */
export interface UserEntry {
  /** Trimmed, in lower case. */
  readonly email: string;
  readonly role: UserRole;
  readonly client_id: number | null;
  /** Left out: an existing user keeps the present one. */
  readonly password?: string;
}

export type UserChange = 'added' | 'changed' | 'unchanged';

/**
 * Adds or changes a user, who is enabled then. The present password changes nothing. Another password or role ends the
 * user's sessions. Throws AppError validation_failed if the address belongs to another account, or if a new user has no
 * password; the fault's path begins with `path`.
 */
export async function saveUser(
  tx: Prisma.TransactionClient,
  { email, role, client_id, password }: UserEntry,
  path = '',
): Promise<UserChange> {
  const present = await tx.user.findUnique({ where: { email } });
  if (present === null) {
    if (password === undefined) {
      throw userFault(email, `${path}password`, 'a new user needs a password');
    }
    const password_hash = await hashPassword(password);
    await tx.user.create({ data: { email, role, client_id, password_hash } });
    return 'added';
  }
  if (present.client_id !== client_id) {
    throw userFault(email, `${path}email`, 'is in use in another account');
  }
  const newPassword = password !== undefined && !(await verifyPassword(password, present.password_hash));
  if (present.role === role && present.disabled_at === null && !newPassword) {
    return 'unchanged';
  }
  await tx.user.update({
    where: { email },
    data: { role, disabled_at: null, ...(newPassword && { password_hash: await hashPassword(password) }) },
  });
  await endSessionsOf(tx, present.id);
  return 'changed';
}

function userFault(email: string, path: string, message: string): AppError {
  return new AppError('validation_failed', `${email}: ${message}`, { faults: [{ path, message }] });
}

/**
 * Disables a user and ends the user's sessions. The address can be added again. Throws AppError not_found if the client,
 * or for null the service, has no such user. The last owner of a client cannot be removed (change-account.ts).
 */
export async function removeUser(
  tx: Prisma.TransactionClient,
  client_id: number | null,
  email: string,
): Promise<void> {
  const user = await tx.user.findFirst({ where: { email, client_id, disabled_at: null } });
  if (user === null) throw new AppError('not_found', `There is no user ${email}.`);
  await tx.user.update({ where: { email }, data: { disabled_at: new Date() } });
  await endSessionsOf(tx, user.id);
}

/**
 * Makes `listed` a client's users: one that is left out is disabled. A password counts only for a user who is new or
 * disabled: a list that is applied again sets back no password that somebody has changed.
 */
export async function saveUsers(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed: readonly Omit<UserEntry, 'client_id'>[],
): Promise<void> {
  const active = await tx.user.findMany({ where: { client_id, disabled_at: null }, orderBy: { id: 'asc' } });
  const present = active.map(({ email }) => email);
  for (const email of present) {
    if (!listed.some((user) => user.email === email)) await removeUser(tx, client_id, email);
  }
  for (const [index, { password, ...user }] of listed.entries()) {
    const isNew = password !== undefined && !present.includes(user.email);
    await saveUser(tx, { ...user, client_id, ...(isNew && { password }) }, `users[${index}].`);
  }
}
