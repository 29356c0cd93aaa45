import type { Database } from '../db/database.ts';
import { type AccountState, readAccountState } from './account-state.ts';
import { findClient } from './clients.ts';

/** Reads an account as it is at one moment. Throws AppError not_found. */
export function showAccount({ prisma }: Pick<Database, 'prisma'>, slug: string): Promise<AccountState> {
  return prisma.$transaction(async (tx) => readAccountState(tx, await findClient(tx, slug)), {
    isolationLevel: 'RepeatableRead',
  });
}
