import type { PrismaDatabase } from '../db/database.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the operator that the environment names, if there is none. An operator who was removed does not come back while there
 * is another, and a password that was changed later is not set back. Any number of processes may call it at once.
 */
export async function ensureFirstOperator(
  { prisma }: PrismaDatabase,
  operator: { readonly email: string; readonly password: string },
): Promise<void> {
  const email = operator.email.toLowerCase();
  if ((await prisma.user.count({ where: { is_operator: true } })) > 0) return;
  const password_hash = await hashPassword(operator.password);
  await prisma.user.createMany({ data: { email, is_operator: true, password_hash }, skipDuplicates: true });
}
