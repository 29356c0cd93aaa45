import type { PrismaDatabase } from '../db/database.ts';
import type { AccountToken, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Caller } from './access.ts';
import { looksLikeSecret, newSecret, secretHash } from './secrets.ts';

/** A token of the account API as people see it. */
interface AccountTokenInfo extends Omit<AccountToken, keyof typeof NOT_SHOWN> {
  role: 'member' | 'owner';
}

const NOT_SHOWN = { client_id: true, token_hash: true } as const;

/** Finds the caller of a token; null if it is unknown or revoked. */
export async function findTokenCaller({ prisma }: PrismaDatabase, token: string): Promise<Caller | null> {
  if (!looksLikeSecret(token)) return null;
  const found = await prisma.accountToken.findFirst({
    where: { token_hash: secretHash(token), revoked_at: null },
    select: { id: true, name: true, role: true, client_id: true, created_by: true },
  });
  return found && { kind: 'token', ...found };
}

/** A client's tokens, revoked ones too, in order of creation. */
export async function listAccountTokens(
  tx: Prisma.TransactionClient,
  client_id: number,
): Promise<AccountTokenInfo[]> {
  const found = await tx.accountToken.findMany({
    where: { client_id },
    orderBy: { id: 'asc' },
    omit: NOT_SHOWN,
  });
  return found as AccountTokenInfo[];
}

/**
 * Makes a token. Call it in an account transaction. Returns the token with its secret, which is not stored. Throws
 * AppError already_exists if the client has an active token of that name.
 */
export async function createAccountToken(
  tx: Prisma.TransactionClient,
  client_id: number,
  { name, role }: Pick<AccountTokenInfo, 'name' | 'role'>,
  created_by: string | null = null,
): Promise<{ readonly info: AccountTokenInfo; readonly token: string }> {
  if ((await tx.accountToken.count({ where: { client_id, name, revoked_at: null } })) > 0) {
    throw new AppError('already_exists', `An active token named ${name} already exists.`);
  }
  const { secret, prefix, hash } = newSecret('account');
  const data = { client_id, name, role, created_by, token_prefix: prefix, token_hash: hash };
  return { info: { ...(await tx.accountToken.create({ data, omit: NOT_SHOWN })), role }, token: secret };
}

/** Revokes the active tokens of a client that a person made. */
export async function revokeAccountTokensOf(
  tx: Prisma.TransactionClient,
  client_id: number,
  created_by: string,
): Promise<void> {
  await tx.accountToken.updateMany({
    where: { client_id, created_by, revoked_at: null },
    data: { revoked_at: new Date() },
  });
}

/** Revokes a client's token for ever. A revoked token stays as it is. Throws AppError not_found. */
export async function revokeAccountToken(
  tx: Prisma.TransactionClient,
  client_id: number,
  id: number,
): Promise<AccountTokenInfo> {
  await tx.accountToken.updateMany({
    where: { id, client_id, revoked_at: null },
    data: { revoked_at: new Date() },
  });
  const token = await tx.accountToken.findUnique({ where: { id, client_id }, omit: NOT_SHOWN });
  if (token === null) throw new AppError('not_found', 'There is no such token.');
  return token as AccountTokenInfo;
}
