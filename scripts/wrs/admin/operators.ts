import { inAccountTransaction } from '../../../shared/account/change-account.ts';
import type { PrismaDatabase } from '../../../shared/db/database.ts';
import type { Prisma } from '../../../shared/db/generated/client.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import type { Actor } from '../../../shared/identity/actor.ts';
import { changedPassword, writeAudit } from '../../../shared/identity/audit.ts';
import { endSessionsOf } from '../../../shared/identity/sessions.ts';
import { hashForUser, type UserChange, userFault } from '../../../shared/identity/users.ts';

/**
 * Adds or changes an operator of the whole service, and writes it to the audit log. Another password ends their sessions.
 * Throws AppError validation_failed for a member of an account, and for a new operator without a password.
 */
export async function saveOperator(
  db: PrismaDatabase,
  who: Actor,
  { email, password }: { readonly email: string; readonly password?: string },
): Promise<UserChange> {
  const password_hash = password === undefined ? undefined : await hashForUser(db, email, password);
  return inOperators(db, async (tx) => {
    const present = await tx.user.findUnique({ where: { email } });
    if (present !== null && !present.is_operator) throw userFault(email, 'email', 'is in use in an account');
    if (password_hash === undefined && present === null)
      throw userFault(email, 'password', 'a new user needs a password');
    if (present !== null && (password_hash === undefined || password_hash === present.password_hash))
      return 'unchanged';
    const { id } = await tx.user.upsert({
      where: { email },
      create: { email, is_operator: true, password_hash: password_hash! },
      update: { password_hash: password_hash! },
    });
    await endSessionsOf(tx, id);
    const after = { email, role: 'operator' };
    const changes =
      present === null ? [{ path: `users[${email}]`, before: null, after }] : [changedPassword(email)];
    await writeAudit(tx, {
      client_id: null,
      who,
      action: 'operators.change',
      subject: `users/${email}`,
      changes,
    });
    return present === null ? 'added' : 'changed';
  });
}

/** Removes an operator, who may do nothing from then on. Throws AppError not_found. */
export function removeOperator(db: PrismaDatabase, who: Actor, email: string): Promise<void> {
  return inOperators(db, async (tx) => {
    const { count } = await tx.user.deleteMany({ where: { email, is_operator: true } });
    if (count === 0) throw new AppError('not_found', `There is no user ${email}.`);
    const changes = [{ path: `users[${email}]`, before: { email, role: 'operator' }, after: null }];
    await writeAudit(tx, {
      client_id: null,
      who,
      action: 'operators.remove',
      subject: `users/${email}`,
      changes,
    });
  });
}

/** Operators belong to no client. They have a lock of their own, so that they are changed one at a time. */
function inOperators<T>(db: PrismaDatabase, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return inAccountTransaction(db, '', work);
}
