import type { PrismaDatabase } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import { changedPassword } from './account-changes.ts';
import { writeAudit } from './audit.ts';
import { hashPasswordOf } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** Changes a person's own password. The caller has checked the present one. Ends all sessions of the person. Throws AppError validation_failed. */
export async function changeOwnPassword(
  { prisma }: PrismaDatabase,
  { id, email, role, client_id }: Pick<User, 'id' | 'email' | 'role' | 'client_id'>,
  password: string,
): Promise<void> {
  const password_hash = await hashPasswordOf(email, password, 'new_password');
  await prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { email }, data: { password_hash } });
    await endSessionsOf(tx, id);
    await writeAudit(tx, {
      client_id,
      who: { kind: role === 'operator' ? 'operator' : 'user', name: email },
      action: 'password.change',
      subject: `users/${email}`,
      changes: [changedPassword(email)],
    });
  });
}
