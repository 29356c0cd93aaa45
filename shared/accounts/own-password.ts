import type { PrismaDatabase } from '../db/database.ts';
import { changedPassword } from './account-changes.ts';
import { auditPerson } from './audit-session.ts';
import { hashPasswordOf } from './passwords.ts';
import type { Person } from './person.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Changes a person's own password. The caller has checked the present one. Ends all sessions of the person. Throws AppError
 * validation_failed.
 */
export async function changeOwnPassword(
  { prisma }: PrismaDatabase,
  person: Person,
  password: string,
): Promise<void> {
  const { id, email } = person;
  const password_hash = await hashPasswordOf(email, password, 'new_password');
  await prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { password_hash } });
    await endSessionsOf(tx, id);
    await auditPerson(tx, 'password.change', person, [changedPassword(email)]);
  });
}
