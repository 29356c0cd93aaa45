import type { z } from 'zod';
import type { newToken } from '../contracts/account/access.ts';
import type { appliedAccount } from '../contracts/account/account.ts';
import type { apiKey } from '../contracts/account/account-file-schema.ts';
import type { Scope } from '../contracts/scopes.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { type AccountToken, type ApiKey, Prisma } from '../db/generated/client.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Caller } from './actor.ts';
import { isAllowedAddress, rolledDates, wrongAddress } from './principal.ts';
import { looksLikeSecret, newSecret, secretHash } from './secrets.ts';

/** An API key as people see it. */
export interface ApiKeyInfo extends Omit<ApiKey, keyof typeof NOT_SHOWN | 'scopes' | 'allowed_addresses'> {
  readonly scopes: Scope[] | null;
  readonly allowed_addresses: string[] | null;
}

/** A key as the account file has it. */
export type ListedKey = z.output<typeof apiKey>;
type NamedKey = Pick<ListedKey, 'name' | 'environment'>;

/** A key in the answer to an applied account file. */
export type AppliedKey = z.output<typeof appliedAccount>['api_keys'][number];

/** What restricts a key. */
const LIMITS = ['scopes', 'expires_at', 'allowed_addresses'] as const;

const NOT_SHOWN = { client_id: true, key_hash: true, previous_hash: true, expiry_notice: true } as const;

/** A client's keys, revoked ones too, in order of creation. */
export async function listApiKeys(tx: Prisma.TransactionClient, client_id: number): Promise<ApiKeyInfo[]> {
  const found = await tx.apiKey.findMany({ where: { client_id }, orderBy: { id: 'asc' }, omit: NOT_SHOWN });
  return found as unknown as ApiKeyInfo[];
}

/** A key as the account file has it: what does not restrict it is left out. */
export function toListedKey({
  name,
  environment,
  scopes,
  expires_at,
  allowed_addresses,
}: ApiKeyInfo): ListedKey {
  return {
    name,
    environment,
    ...(scopes !== null && { scopes }),
    ...(expires_at !== null && { expires_at: expires_at.toISOString() }),
    ...(allowed_addresses !== null && { allowed_addresses }),
  };
}

/**
 * Makes a key. Call it in an account transaction. Returns the key with its secret, which is not stored.
 * Throws AppError already_exists if the client has an active key of that name and environment.
 */
export async function createApiKey(
  tx: Prisma.TransactionClient,
  client_id: number,
  { name, environment, ...limits }: ListedKey,
  created_by: string | null = null,
): Promise<ApiKeyInfo & { readonly secret: string }> {
  const named = { client_id, name, environment };
  if ((await tx.apiKey.count({ where: { ...named, revoked_at: null } })) > 0) {
    throw new AppError('already_exists', `An active ${environment} key named ${name} already exists.`);
  }
  const { secret, prefix, hash } = newSecret(environment);
  const data = { ...named, ...stored(limits), created_by, key_prefix: prefix, key_hash: hash };
  return { ...shown(await tx.apiKey.create({ data, omit: NOT_SHOWN })), secret };
}

/**
 * Gives a client's key a new secret, which is returned. The secret before it works for `overlap_hours` more; an older one
 * ends now. Throws AppError not_found if there is no such key or it is revoked.
 */
export async function rollApiKey(
  tx: Prisma.TransactionClient,
  client_id: number,
  { id, overlap_hours }: { readonly id: number; readonly overlap_hours: number },
): Promise<ApiKeyInfo & { readonly secret: string }> {
  const present = await tx.apiKey.findUnique({ where: { id, client_id, revoked_at: null } });
  if (present === null) throw noSuchKey();
  const { secret, prefix, hash } = newSecret(present.environment);
  const dates = rolledDates(present, overlap_hours, new Date());
  const data = {
    ...dates,
    key_prefix: prefix,
    key_hash: hash,
    previous_hash: present.key_hash,
    expiry_notice: null,
  };
  return { ...shown(await tx.apiKey.update({ where: { id, client_id }, data, omit: NOT_SHOWN })), secret };
}

/** Revokes a client's key for ever. A revoked key stays as it is. Throws AppError not_found. */
export async function revokeApiKey(
  tx: Prisma.TransactionClient,
  client_id: number,
  id: number,
): Promise<ApiKeyInfo> {
  await tx.apiKey.updateMany({
    where: { id, client_id, revoked_at: null },
    data: { revoked_at: new Date() },
  });
  const key = await tx.apiKey.findUnique({ where: { id, client_id }, omit: NOT_SHOWN });
  if (key === null) throw noSuchKey();
  return shown(key);
}

/** Revokes the active keys of a client that a person made. */
export async function revokeApiKeysOf(
  tx: Prisma.TransactionClient,
  client_id: number,
  created_by: string,
): Promise<void> {
  await tx.apiKey.updateMany({
    where: { client_id, created_by, revoked_at: null },
    data: { revoked_at: new Date() },
  });
}

/**
 * Makes `listed` the client's active keys: revokes those that it leaves out, creates those that are missing, and changes
 * what restricts the others where it says so. Without a list, the keys stay. Returns them in the list's order; `key` is the
 * secret of a key that was created now.
 */
export async function saveApiKeys(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed?: readonly ListedKey[],
  created_by: string | null = null,
): Promise<AppliedKey[]> {
  const active = (await listApiKeys(tx, client_id)).filter((key) => key.revoked_at === null);
  const wanted = listed ?? active.map(toListedKey);
  for (const key of active) {
    if (!wanted.some((item) => isSame(item, key))) await revokeApiKey(tx, client_id, key.id);
  }
  const keys: AppliedKey[] = [];
  for (const item of wanted) {
    const { name, environment } = item;
    const present = active.find((key) => isSame(key, item));
    const created = present === undefined ? await createApiKey(tx, client_id, item, created_by) : null;
    if (present !== undefined) await changeLimits(tx, client_id, present, item);
    keys.push({ name, environment, key: created?.secret ?? null, created: created !== null });
  }
  return keys;
}

async function changeLimits(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: ApiKeyInfo,
  { name: _name, environment: _environment, ...wanted }: ListedKey,
): Promise<void> {
  const was = { ...present, expires_at: present.expires_at?.toISOString() ?? null };
  if (LIMITS.every((limit) => wanted[limit] === undefined || isSameJson(was[limit], wanted[limit]))) return;
  const data = { ...stored(wanted), ...(wanted.expires_at !== undefined && { expiry_notice: null }) };
  await tx.apiKey.update({ where: { id: present.id, client_id }, data });
}

/** What restricts a key, as it is stored. What is left out stays out. */
function stored({ scopes, expires_at, allowed_addresses }: Pick<ListedKey, (typeof LIMITS)[number]>) {
  return {
    ...(scopes !== undefined && { scopes: scopes === null ? Prisma.DbNull : [...scopes] }),
    ...(expires_at !== undefined && { expires_at }),
    ...(allowed_addresses !== undefined && { allowed_addresses: storedAddresses(allowed_addresses) }),
  };
}

/** Ranges of addresses, as they are stored. */
export function storedAddresses(ranges: readonly string[] | null) {
  return ranges === null ? Prisma.DbNull : [...ranges];
}

function shown(key: object): ApiKeyInfo {
  return key as ApiKeyInfo;
}

function noSuchKey(): AppError {
  return new AppError('not_found', 'There is no such key.');
}

function isSame(a: NamedKey, b: NamedKey): boolean {
  return a.name === b.name && a.environment === b.environment;
}

/** A token of the account API as people see it. */
interface AccountTokenInfo extends Omit<AccountToken, keyof typeof TOKEN_SECRETS | 'allowed_addresses'> {
  role: 'member' | 'owner';
  readonly allowed_addresses: string[] | null;
}

const TOKEN_SECRETS = { client_id: true, token_hash: true, previous_hash: true } as const;

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
  return { kind: 'token', address, ...caller };
}

/** A client's tokens, revoked ones too, in order of creation. */
export async function listAccountTokens(
  tx: Prisma.TransactionClient,
  client_id: number,
): Promise<AccountTokenInfo[]> {
  const found = await tx.accountToken.findMany({
    where: { client_id },
    orderBy: { id: 'asc' },
    omit: TOKEN_SECRETS,
  });
  return found.map(shownToken);
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
  return { info: shownToken(await tx.accountToken.create({ data, omit: TOKEN_SECRETS })), token: secret };
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
  const info = await tx.accountToken.update({ where: { id, client_id }, data, omit: TOKEN_SECRETS });
  return { info: shownToken(info), token: secret };
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
  const token = await tx.accountToken.findUnique({ where: { id, client_id }, omit: TOKEN_SECRETS });
  if (token === null) throw noSuchToken();
  return shownToken(token);
}

function shownToken(token: object): AccountTokenInfo {
  return token as AccountTokenInfo;
}

function noSuchToken(): AppError {
  return new AppError('not_found', 'There is no such token.');
}
