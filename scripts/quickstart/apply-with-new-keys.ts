import { type AccountFileInput, parseAccountFile } from '../../shared/account/account-file.ts';
import { type AppliedAccount, applyAccountFile } from '../../shared/account/apply-account.ts';
import type { Database } from '../../shared/db/database.ts';

/**
 * Applies an account file so that each of its keys is new. Keys of an earlier quickstart end: only their hashes are
 * stored, so their secrets cannot be shown again.
 */
export async function applyWithNewKeys(db: Database, file: AccountFileInput): Promise<AppliedAccount> {
  const { client } = file;
  const known = await db.prisma.client.findUnique({ where: { slug: client.slug }, select: { id: true } });
  if (known !== null) await apply(db, { client, api_keys: [] });
  return apply(db, file);
}

const apply = (db: Database, file: AccountFileInput) =>
  applyAccountFile(db, parseAccountFile(file), { baseDir: null });
