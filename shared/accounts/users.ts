import type { Prisma, UserRole } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

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
  entry: UserEntry,
  path = '',
): Promise<UserChange> {
  const { email, role, client_id, password } = entry;
  const present = await tx.user.findUnique({ where: { email } });
  if (present === null) {
    if (password === undefined) {
      throw userFault(email, `${path}password`, 'a new user needs a password');
    }
    const passwordHash = await hashPassword(password);
    await tx.user.create({ data: { email, role, clientId: client_id, passwordHash } });
    return 'added';
  }
  if (present.clientId !== client_id) {
    throw userFault(email, `${path}email`, 'is in use in another account');
  }
  const newPassword = password !== undefined && !(await verifyPassword(password, present.passwordHash));
  if (present.role === role && present.disabledAt === null && !newPassword) {
    return 'unchanged';
  }
  await tx.user.update({
    where: { email },
    data: { role, disabledAt: null, ...(newPassword && { passwordHash: await hashPassword(password) }) },
  });
  await endSessionsOf(tx, present.id);
  return 'changed';
}

function userFault(email: string, path: string, message: string): AppError {
  return new AppError('validation_failed', `${email}: ${message}`, { faults: [{ path, message }] });
}

/** Makes `listed` a client's users: one that is left out is disabled. Returns what changed. */
export async function saveUsers(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed: readonly Omit<UserEntry, 'client_id'>[],
): Promise<string[]> {
  const leftOut = {
    clientId: client_id,
    disabledAt: null,
    email: { notIn: listed.map((user) => user.email) },
  };
  const disabled = await tx.user.findMany({ where: leftOut, orderBy: { id: 'asc' } });
  if (disabled.length > 0) {
    await tx.user.updateMany({ where: leftOut, data: { disabledAt: new Date() } });
    for (const { id } of disabled) await endSessionsOf(tx, id);
  }
  const changes = disabled.map((user) => `user ${user.email} disabled`);
  for (const [index, user] of listed.entries()) {
    const change = await saveUser(tx, { ...user, client_id }, `users[${index}].`);
    if (change !== 'unchanged') {
      changes.push(`user ${user.email} ${change}`);
    }
  }
  return changes;
}
