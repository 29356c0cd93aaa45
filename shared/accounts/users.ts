import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma, UserRole } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { passwordFault } from '../foundation/password-fault.ts';
import { type AccountFile, invalidAccountFile } from './account-file.ts';
import { revokeAccountTokensOf } from './account-tokens.ts';
import { hashPassword, hashPasswordOf, verifyPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** A person who may sign in, as people see it. */
export interface UserInfo {
  readonly email: string;
  readonly role: UserRole;
  /** Slug of the client; null for an operator of the whole service. */
  readonly client: string | null;
  readonly created_at: Date;
}

/** The users of a client, or of all clients and the operators if `slug` is undefined: by client, then by address. */
export async function listUsers(tx: Prisma.TransactionClient, slug?: string): Promise<UserInfo[]> {
  const users = await tx.user.findMany({
    where: slug === undefined ? {} : { client: { slug } },
    include: { client: { select: { slug: true } } },
    orderBy: [{ client: { slug: 'asc' } }, { email: 'asc' }],
  });
  return users.map(({ email, role, client, created_at }) => ({
    email,
    role,
    client: client?.slug ?? null,
    created_at,
  }));
}

/** A person who may sign in; `client_id` is null for an operator of the whole service, and only for one. */
export interface UserEntry {
  /** Trimmed, in lower case. */
  readonly email: string;
  readonly role: UserRole;
  readonly client_id: number | null;
  /** Left out: an existing user keeps the present one. */
  readonly password_hash?: string;
}

/**
 * The hash of a password for `saveUser`: the present one if the user has this password already. Make it before the
 * transaction, because it takes a third of a second. `slug` is null for an operator of the whole service. Throws AppError
 * validation_failed if others would try the password first.
 */
export async function hashForUser(
  { prisma }: PrismaDatabase,
  { slug, email }: { readonly slug: string | null; readonly email: string },
  password: string,
): Promise<string> {
  const user = await prisma.user.findFirst({ where: { email, client: slug === null ? null : { slug } } });
  const isPresent = user !== null && (await verifyPassword(password, user.password_hash));
  return isPresent ? user.password_hash : hashPasswordOf(email, password, 'password');
}

/** A client's users as an account file lists them. */
type ListedUsers = NonNullable<AccountFile['users']>;

/**
 * Hashes of the passwords that a list gives to people who cannot sign in yet, by address, for `saveUsers`. Make them before
 * the transaction. Those of a dry run are empty, because it stores none. Throws AppError validation_failed if others would try
 * a listed password first.
 */
export async function hashListed(
  { prisma }: PrismaDatabase,
  slug: string,
  {
    users = [],
    dry_run = false,
  }: { readonly users?: ListedUsers | undefined; readonly dry_run?: boolean | undefined },
): Promise<ReadonlyMap<string, string>> {
  if (users.every(({ password }) => password === undefined)) return new Map();
  const faults = users.flatMap(({ email, password }, index) => {
    const message = password === undefined ? null : passwordFault(email, password);
    return message === null ? [] : { path: `users[${index}].password`, message };
  });
  if (faults.length > 0) throw invalidAccountFile(faults);
  const active = await prisma.user.findMany({ where: { client: { slug } } });
  const present = new Set(active.map(({ email }) => email));
  const hashes = new Map<string, string>();
  for (const { email, password } of users)
    if (password !== undefined && !present.has(email))
      hashes.set(email, dry_run ? '' : await hashPassword(password));
  return hashes;
}

export type UserChange = 'added' | 'changed' | 'unchanged';

/**
 * Adds or changes a user. The present password changes nothing. Another password or role ends the
 * user's sessions. Throws AppError validation_failed if the address belongs to another account, or if a new user has no
 * password; the fault's path begins with `path`.
 */
export async function saveUser(
  tx: Prisma.TransactionClient,
  { email, role, client_id, password_hash }: UserEntry,
  path = '',
): Promise<UserChange> {
  const present = await tx.user.findUnique({ where: { email } });
  if (present === null) {
    if (password_hash === undefined) {
      throw userFault(email, `${path}password`, 'a new user needs a password');
    }
    await tx.user.create({ data: { email, role, client_id, password_hash } });
    return 'added';
  }
  if (present.client_id !== client_id) {
    throw userFault(email, `${path}email`, 'is in use in another account');
  }
  const newPassword = password_hash !== undefined && password_hash !== present.password_hash;
  if (present.role === role && !newPassword) {
    return 'unchanged';
  }
  await tx.user.update({
    where: { email },
    data: { role, ...(newPassword && { password_hash }) },
  });
  await endSessionsOf(tx, present.id);
  return 'changed';
}

function userFault(email: string, path: string, message: string): AppError {
  return new AppError('validation_failed', `${email}: ${message}`, { faults: [{ path, message }] });
}

/**
 * Removes a user, whose sessions and account tokens end, too. The address can be added again, also in another account. Throws AppError not_found if the client,
 * or for null the service, has no such user. The last owner of a client cannot be removed (change-account.ts).
 */
export async function removeUser(
  tx: Prisma.TransactionClient,
  client_id: number | null,
  email: string,
): Promise<void> {
  const { count } = await tx.user.deleteMany({ where: { email, client_id } });
  if (count === 0) throw new AppError('not_found', `There is no user ${email}.`);
  if (client_id !== null) await revokeAccountTokensOf(tx, client_id, email);
}

/**
 * Makes `listed` a client's users: one that is left out is removed. A password counts only for a user who is new: a list that is applied again sets back no password that somebody has changed. Throws AppError unavailable if
 * somebody was removed after `hashes` were made.
 */
export async function saveUsers(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed: ListedUsers,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  const active = await tx.user.findMany({ where: { client_id }, orderBy: { id: 'asc' } });
  const present = active.map(({ email }) => email);
  for (const email of present) {
    if (!listed.some((user) => user.email === email)) await removeUser(tx, client_id, email);
  }
  for (const [index, { password, ...user }] of listed.entries()) {
    const isNew = password !== undefined && !present.includes(user.email);
    const password_hash = hashes.get(user.email);
    if (isNew && password_hash === undefined)
      throw new AppError('unavailable', 'The users were changed meanwhile. Apply the account file again.');
    const entry = { ...user, client_id, ...(isNew && { password_hash: password_hash! }) };
    await saveUser(tx, entry, `users[${index}].`);
  }
}
