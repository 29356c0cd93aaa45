import type { z } from 'zod';
import type { newToken } from '../contracts/account/access.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { AccountToken, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Caller } from './access.ts';
import { storedAddresses } from './api-keys.ts';
import { isAllowedAddress, rolledDates, wrongAddress } from './key-limits.ts';
import { looksLikeSecret, newSecret, secretHash } from './secrets.ts';

/** A token of the account API as people see it. */
interface AccountTokenInfo extends Omit<AccountToken, keyof typeof NOT_SHOWN | 'allowed_addresses'> {
  role: 'member' | 'owner';
  readonly allowed_addresses: string[] | null;
}

const NOT_SHOWN = { client_id: true, token_hash: true, previous_hash: true } as const;

/** Finds the caller of a token; null if it is unknown, revoked or expired. Throws AppError address_not_allowed. */
export async function findTokenCaller(
  { prisma }: PrismaDatabase,
  token: string,
  address: string,
): Promise<Caller | null> {
  if (!looksLikeSecret(token)) return null;
  const hash = secretHash(token);
  const now = new Date();
  const found = await prisma.accountToken.findFirst({
    where: {
      revoked_at: null,
      AND: [
        { OR: [{ token_hash: hash }, { previous_hash: hash, previous_until: { gt: now } }] },
        { OR: [{ expires_at: null }, { expires_at: { gt: now } }] },
      ],
    },
    select: { id: true, name: true, role: true, client_id: true, created_by: true, allowed_addresses: true },
  });
  if (found === null) return null;
  const { allowed_addresses, ...caller } = found;
  if (!isAllowedAddress(address, allowed_addresses as string[] | null)) throw wrongAddress(address);
  return { kind: 'token', ...caller };
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
  return found.map(shown);
}

/**
 * Makes a token. Call it in an account transaction. Returns the token with its secret, which is not stored. Throws
 * AppError already_exists if the client has an active token of that name.
 */
export async function createAccountToken(
  tx: Prisma.TransactionClient,
  client_id: number,
  { name, role, expires_at = null, allowed_addresses = null }: z.output<typeof newToken>,
  created_by: string | null = null,
): Promise<{ readonly info: AccountTokenInfo; readonly token: string }> {
  if ((await tx.accountToken.count({ where: { client_id, name, revoked_at: null } })) > 0) {
    throw new AppError('already_exists', `An active token named ${name} already exists.`);
  }
  const { secret, prefix, hash } = newSecret('account');
  const limits = { expires_at, allowed_addresses: storedAddresses(allowed_addresses) };
  const data = { client_id, name, role, ...limits, created_by, token_prefix: prefix, token_hash: hash };
  return { info: shown(await tx.accountToken.create({ data, omit: NOT_SHOWN })), token: secret };
}

/** Gives a client's token a new secret, as `rollApiKey` does. Throws AppError not_found. */
export async function rollAccountToken(
  tx: Prisma.TransactionClient,
  client_id: number,
  { id, overlap_hours }: { readonly id: number; readonly overlap_hours: number },
): Promise<{ readonly info: AccountTokenInfo; readonly token: string }> {
  const present = await tx.accountToken.findUnique({ where: { id, client_id, revoked_at: null } });
  if (present === null) throw noSuchToken();
  const { secret, prefix, hash } = newSecret('account');
  const dates = rolledDates(present, overlap_hours, new Date());
  const data = { ...dates, token_prefix: prefix, token_hash: hash, previous_hash: present.token_hash };
  const info = await tx.accountToken.update({ where: { id, client_id }, data, omit: NOT_SHOWN });
  return { info: shown(info), token: secret };
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
  if (token === null) throw noSuchToken();
  return shown(token);
}

function shown(token: object): AccountTokenInfo {
  return token as AccountTokenInfo;
}

function noSuchToken(): AppError {
  return new AppError('not_found', 'There is no such token.');
}
