import type { z } from 'zod';
import type { appliedAccount } from '../contracts/account/account.ts';
import type { apiKey } from '../contracts/account/account-file-schema.ts';
import type { Scope } from '../contracts/scopes.ts';
import { type ApiKey, Prisma } from '../db/generated/client.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { rolledDates } from './key-limits.ts';
import { newSecret } from './secrets.ts';

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
