import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { AccountToken, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Caller } from './access.ts';
import { secretHash } from './api-key-secret.ts';

const SHAPE = /^wrs_account_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 'wrs_account_'.length + 8;

/** A token of the account API as people see it. */
export interface AccountTokenInfo {
  readonly id: number;
  readonly name: string;
  readonly role: 'member' | 'owner';
  readonly token_prefix: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

/** Finds the caller of a token; null if it is unknown or revoked. */
export async function findTokenCaller(
  { prisma }: Pick<Database, 'prisma'>,
  token: string,
): Promise<Caller | null> {
  if (!SHAPE.test(token)) return null;
  const found = await prisma.accountToken.findFirst({
    where: { tokenHash: secretHash(token), revokedAt: null },
  });
  if (found === null) return null;
  return { kind: 'token', id: found.id, name: found.name, role: found.role, client_id: found.clientId };
}

/** A client's tokens, revoked ones too, in order of creation. */
export async function listAccountTokens(
  tx: Prisma.TransactionClient,
  client_id: number,
): Promise<AccountTokenInfo[]> {
  const tokens = await tx.accountToken.findMany({ where: { clientId: client_id }, orderBy: { id: 'asc' } });
  return tokens.map(infoOf);
}

/**
 * Makes a token. Call it in an account transaction. Returns the token with its secret, which is not stored. Throws
 * AppError already_exists if the client has an active token of that name.
 */
export async function createAccountToken(
  tx: Prisma.TransactionClient,
  client_id: number,
  { name, role }: Pick<AccountTokenInfo, 'name' | 'role'>,
): Promise<{ readonly info: AccountTokenInfo; readonly token: string }> {
  if ((await tx.accountToken.count({ where: { clientId: client_id, name, revokedAt: null } })) > 0) {
    throw new AppError('already_exists', `An active token named ${name} already exists.`);
  }
  const token = `wrs_account_${randomBytes(32).toString('base64url')}`;
  const created = await tx.accountToken.create({
    data: {
      clientId: client_id,
      name,
      role,
      tokenPrefix: token.slice(0, PREFIX_LENGTH),
      tokenHash: secretHash(token),
    },
  });
  return { info: infoOf(created), token };
}

/** Revokes a client's token for ever. A revoked token stays as it is. Throws AppError not_found. */
export async function revokeAccountToken(
  tx: Prisma.TransactionClient,
  client_id: number,
  id: number,
): Promise<AccountTokenInfo> {
  await tx.accountToken.updateMany({
    where: { id, clientId: client_id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  const token = await tx.accountToken.findUnique({ where: { id, clientId: client_id } });
  if (token === null) throw new AppError('not_found', 'There is no such token.');
  return infoOf(token);
}

function infoOf(token: AccountToken): AccountTokenInfo {
  return {
    id: token.id,
    name: token.name,
    role: token.role === 'owner' ? 'owner' : 'member',
    token_prefix: token.tokenPrefix,
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    revoked_at: token.revokedAt,
  };
}
