import type { Prisma, UserRole } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
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
  return users.map(({ email, role, client, createdAt, disabledAt }) => ({
    email,
    role,
    client: client?.slug ?? null,
    created_at: createdAt,
    removed_at: disabledAt,
  }));
}

/**
 * Disables a user and ends the user's sessions. The address can be added again. Throws AppError not_found for an unknown
 * address. The last owner of a client cannot be removed (change-account.ts).
 */
export async function removeUser(tx: Prisma.TransactionClient, email: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { email } });
  if (user === null || user.disabledAt !== null)
    throw new AppError('not_found', `There is no user ${email}.`);
  await tx.user.update({ where: { email }, data: { disabledAt: new Date() } });
  await endSessionsOf(tx, user.id);
}
