import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';

// Enough for a lane table of some hundred thousand rows and a hash for each password.
const LIMITS = { maxWait: 30_000, timeout: 300_000 };

/**
 * Runs `work` in one transaction, one at a time for an account, so that nobody else changes the account meanwhile.
 * Routing does not wait for it.
 */
export function inAccountTransaction<T>(
  db: PrismaDatabase,
  slug: string,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`account ${slug}`}, 0))`;
    return work(tx);
  }, LIMITS);
}
