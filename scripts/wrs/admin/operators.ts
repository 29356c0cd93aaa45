import { changedPassword } from '../../../shared/accounts/account-changes.ts';
import type { Actor } from '../../../shared/accounts/actor.ts';
import { writeAudit } from '../../../shared/accounts/audit.ts';
import { inAccountTransaction } from '../../../shared/accounts/change-account.ts';
import { hashForUser, removeUser, saveUser, type UserChange } from '../../../shared/accounts/users.ts';
import type { PrismaDatabase } from '../../../shared/db/database.ts';
import type { Prisma } from '../../../shared/db/generated/client.ts';

/** Adds or changes an operator of the whole service (users.ts), and writes it to the audit log. */
export async function saveOperator(
  db: PrismaDatabase,
  who: Actor,
  { email, password }: { readonly email: string; readonly password?: string },
): Promise<UserChange> {
  const password_hash =
    password === undefined ? null : await hashForUser(db, { slug: null, email }, password);
  return inOperators(db, async (tx) => {
    const entry = {
      email,
      role: 'operator',
      client_id: null,
      ...(password_hash !== null && { password_hash }),
    } as const;
    const change = await saveUser(tx, entry);
    const after = { email, role: 'operator' };
    const changes =
      change === 'added' ? [{ path: `users[${email}]`, before: null, after }] : [changedPassword(email)];
    const act = { client_id: null, who, action: 'operators.change', subject: `users/${email}`, changes };
    if (change !== 'unchanged') await writeAudit(tx, act);
    return change;
  });
}

/** Removes an operator, who may do nothing from then on. Throws AppError not_found. */
export function removeOperator(db: PrismaDatabase, who: Actor, email: string): Promise<void> {
  return inOperators(db, async (tx) => {
    await removeUser(tx, null, email);
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
