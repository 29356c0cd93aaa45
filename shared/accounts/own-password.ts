import type { Database } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import { changedPassword } from './account-changes.ts';
import { writeAudit } from './audit.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** Changes a person's own password. The caller has checked the present one. Ends all sessions of the person. */
export async function changeOwnPassword(
  { prisma }: Pick<Database, 'prisma'>,
  { id, email, role, clientId }: Pick<User, 'id' | 'email' | 'role' | 'clientId'>,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { email }, data: { passwordHash } });
    await endSessionsOf(tx, id);
    await writeAudit(tx, {
      client_id: clientId,
      who: { kind: role === 'operator' ? 'operator' : 'user', name: email },
      action: 'password.change',
      subject: `users/${email}`,
      changes: [changedPassword(email)],
    });
  });
}
