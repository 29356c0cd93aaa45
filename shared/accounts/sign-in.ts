import type { Database } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

let nobodysHash: Promise<string> | undefined;

/**
 * The user with this address and password; null where there is none or it is disabled. Takes as long for an
 * address that nobody has, so that who tries learns nothing of who is there.
 */
export async function findByPassword(
  { prisma }: Pick<Database, 'prisma'>,
  email: string,
  password: string,
): Promise<User | null> {
  const user = await prisma.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  nobodysHash ??= hashPassword('nobody has this');
  const nobodys = await nobodysHash;
  const matches = await verifyPassword(password, user?.passwordHash ?? nobodys);
  return user !== null && user.disabledAt === null && matches ? user : null;
}
