import type { z } from 'zod';
import type { newToken } from '../contracts/account/access.ts';
import type { appliedAccount } from '../contracts/account/account.ts';
import type { apiKey } from '../contracts/account/account-file-schema.ts';
import type { Scope } from '../contracts/scopes.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { type AccessKey, type KeyKind, Prisma, type UserRole } from '../db/generated/client.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { type Caller, lowerRole } from './actor.ts';
import { isAllowedAddress, rolledDates, wrongAddress } from './principal.ts';
import { looksLikeSecret, newSecret, secretHash } from './secrets.ts';

type Tx = Prisma.TransactionClient;

/** A key as the account file has it. */
export type ListedKey = z.output<typeof apiKey>;
/** An account token as it is wanted. */
type WantedToken = z.output<typeof newToken>;

/** What is never shown, and what only one kind has. */
type Hidden = 'kind' | 'client_id' | 'key_hash' | 'previous_hash' | 'expiry_notice';
interface Limits {
  readonly scopes: Scope[] | null;
  readonly allowed_addresses: string[] | null;
}

/** An API key as people see it. */
export interface ApiKeyInfo
  extends Omit<AccessKey, Hidden | 'role' | 'environment' | keyof Limits>,
    Limits,
    Pick<ListedKey, 'environment'> {}

/** A token of the account API as people see it. */
interface TokenInfo
  extends Omit<ApiKeyInfo, 'environment' | 'scopes' | 'key_prefix'>,
    Pick<WantedToken, 'role'> {
  readonly token_prefix: string;
}

/** A key or token as people see it, by its kind. */
interface Infos {
  readonly api_key: ApiKeyInfo;
  readonly account_token: TokenInfo;
}

/** A key in the answer to an applied account file. */
export type AppliedKey = z.output<typeof appliedAccount>['api_keys'][number];

/** A key or token of a client. */
export interface KeyName<Kind extends KeyKind = KeyKind> {
  readonly kind: Kind;
  readonly id: number;
}

const WORDS = { api_key: 'key', account_token: 'token' } as const;

/** A client's keys or tokens, revoked ones too, in order of creation. */
export async function listKeys<Kind extends KeyKind>(
  tx: Tx,
  client_id: number,
  kind: Kind,
): Promise<Infos[Kind][]> {
  const found = await tx.accessKey.findMany({ where: { client_id, kind }, orderBy: { id: 'asc' } });
  return found.map((row) => shown(kind, row));
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
 * Makes a key or token. Call it in an account transaction. Returns it with its secret, which is not stored. Throws AppError
 * already_exists if an active one has the name, validation_failed at `path` if it would have expired.
 */
export async function createKey<Kind extends KeyKind>(
  tx: Tx,
  client_id: number,
  kind: Kind,
  wanted: ListedKey | WantedToken,
  created_by: string | null = null,
  path = '',
): Promise<Infos[Kind] & { readonly secret: string }> {
  const environment = 'environment' in wanted ? wanted.environment : null;
  const role = 'role' in wanted ? wanted.role : null;
  const named = { client_id, kind, name: wanted.name, environment };
  if ((await tx.accessKey.count({ where: { ...named, revoked_at: null } })) > 0) {
    const what = [environment, WORDS[kind]].filter(Boolean).join(' ');
    throw new AppError('already_exists', `An active ${what} named ${wanted.name} already exists.`);
  }
  const { secret, prefix, hash } = newSecret(environment ?? 'account');
  const data = { ...named, role, ...stored(wanted, path), created_by, key_prefix: prefix, key_hash: hash };
  return { ...shown(kind, await tx.accessKey.create({ data })), secret };
}

/**
 * Gives a client's key or token a new secret, which is returned. The secret before it works for `overlap_hours` more; an older
 * one ends now. Throws AppError not_found if there is none or it is revoked, key_expired.
 */
export async function rollKey<Kind extends KeyKind>(
  tx: Tx,
  client_id: number,
  { kind, id, overlap_hours }: KeyName<Kind> & { readonly overlap_hours: number },
): Promise<Infos[Kind] & { readonly secret: string }> {
  const kind_id = { kind, id };
  const present = await tx.accessKey.findUnique({ where: { kind_id, client_id, revoked_at: null } });
  if (present === null) throw noSuchKey(kind);
  const now = new Date();
  if (present.expires_at !== null && present.expires_at <= now) throw new AppError('key_expired');
  const { secret, prefix, hash } = newSecret(present.environment ?? 'account');
  const data = {
    ...rolledDates(present, overlap_hours, now),
    key_prefix: prefix,
    key_hash: hash,
    previous_hash: present.key_hash,
    expiry_notice: null,
  };
  return { ...shown(kind, await tx.accessKey.update({ where: { kind_id, client_id }, data })), secret };
}

/** Revokes a client's key or token for ever. A revoked one stays as it is. Throws AppError not_found. */
export async function revokeKey<Kind extends KeyKind>(
  tx: Tx,
  client_id: number,
  { kind, id }: KeyName<Kind>,
): Promise<Infos[Kind]> {
  await revokeKeys(tx, { client_id, kind, id });
  const row = await tx.accessKey.findUnique({ where: { kind_id: { kind, id }, client_id } });
  if (row === null) throw noSuchKey(kind);
  return shown(kind, row);
}

/** Revokes those of a client's active keys and tokens that have an id, or that a person made. */
export async function revokeKeys(
  tx: Tx,
  which: Pick<AccessKey, 'client_id' | 'kind'> & ({ readonly id: number } | { readonly created_by: string }),
): Promise<void> {
  await tx.accessKey.updateMany({ where: { ...which, revoked_at: null }, data: { revoked_at: new Date() } });
}

/**
 * Makes `listed` the client's active keys: revokes those that it leaves out, creates those that are missing, and changes
 * what restricts the others where it says so. Without a list, the keys stay. Returns them in the list's order; `key` is the
 * secret of a key that was created now.
 */
export async function saveApiKeys(
  tx: Tx,
  client_id: number,
  listed?: readonly ListedKey[],
  created_by: string | null = null,
): Promise<AppliedKey[]> {
  const active = (await listKeys(tx, client_id, 'api_key')).filter((key) => key.revoked_at === null);
  const wanted = listed ?? active.map(toListedKey);
  for (const { id, ...key } of active)
    if (!wanted.some((item) => isSame(item, key))) await revokeKeys(tx, { client_id, kind: 'api_key', id });
  const keys: AppliedKey[] = [];
  for (const [index, item] of wanted.entries()) {
    const { name, environment } = item;
    const path = `api_keys[${index}].`;
    const present = active.find((key) => isSame(key, item));
    const created =
      present === undefined ? await createKey(tx, client_id, 'api_key', item, created_by, path) : null;
    if (present !== undefined) await changeLimits(tx, client_id, present, item, path);
    keys.push({ name, environment, key: created?.secret ?? null, created: created !== null });
  }
  return keys;
}

/** What restricts a key. */
const LIMITS = ['scopes', 'expires_at', 'allowed_addresses'] as const;

async function changeLimits(
  tx: Tx,
  client_id: number,
  present: ApiKeyInfo,
  wanted: ListedKey,
  path: string,
): Promise<void> {
  const was = { ...present, expires_at: present.expires_at?.toISOString() ?? null };
  const changed = LIMITS.filter((each) => wanted[each] !== undefined && !isSameJson(was[each], wanted[each]));
  if (changed.length === 0) return;
  const limits = Object.fromEntries(changed.map((each) => [each, wanted[each]]));
  const data = { ...stored(limits, path), ...(changed.includes('expires_at') && { expiry_notice: null }) };
  await tx.accessKey.update({ where: { kind_id: { kind: 'api_key', id: present.id }, client_id }, data });
}

/** What restricts a key or token, as it is stored. What is left out stays out. Throws AppError validation_failed. */
function stored(
  { scopes, expires_at, allowed_addresses }: Partial<Pick<ListedKey, (typeof LIMITS)[number]>>,
  path: string,
) {
  const list = (values: readonly string[] | null) => (values === null ? Prisma.DbNull : [...values]);
  if (expires_at && Date.parse(expires_at) <= Date.now())
    throw validationFailed([{ path: `${path}expires_at`, message: 'must be in the future' }]);
  return {
    ...(scopes !== undefined && { scopes: list(scopes) }),
    ...(expires_at !== undefined && { expires_at }),
    ...(allowed_addresses !== undefined && { allowed_addresses: list(allowed_addresses) }),
  };
}

function shown<Kind extends KeyKind>(kind: Kind, row: AccessKey): Infos[Kind] {
  const { kind: _, client_id, key_hash, previous_hash, expiry_notice, ...info } = row;
  const { environment, role, scopes, key_prefix, ...both } = info;
  return (kind === 'api_key'
    ? { ...both, environment, scopes, key_prefix }
    : { ...both, role, token_prefix: key_prefix }) as unknown as Infos[Kind];
}

function noSuchKey(kind: KeyKind): AppError {
  return new AppError('not_found', `There is no such ${WORDS[kind]}.`);
}

type NamedKey = Pick<ListedKey, 'name' | 'environment'>;

function isSame(a: NamedKey, b: NamedKey): boolean {
  return a.name === b.name && a.environment === b.environment;
}

/** A token that works, as the database has it. */
interface FoundToken extends Pick<AccessKey, 'id' | 'name' | 'client_id' | 'created_by'> {
  readonly role: UserRole;
  readonly allowed_addresses: readonly string[] | null;
  /** The present role of the person who made it; null: they are no member any more, or nobody of the account made it. */
  readonly maker_role: UserRole | null;
}

/**
 * Finds the caller of a token, with the lower of its own role and the present one of the person who made it. null: it is
 * unknown, revoked or expired, or that person is no member any more. Throws AppError address_not_allowed.
 */
export async function findTokenCaller(
  { prisma }: PrismaDatabase,
  token: string,
  address: string,
): Promise<Caller | null> {
  if (!looksLikeSecret(token)) return null;
  const hash = secretHash(token);
  const [found] = await prisma.$queryRaw<FoundToken[]>`
    SELECT k.id, k.name, k.role, k.client_id, k.created_by, k.allowed_addresses, m.role AS maker_role
    FROM access_keys k
    LEFT JOIN users u ON u.email = k.created_by
    LEFT JOIN memberships m ON m.user_id = u.id AND m.client_id = k.client_id
    WHERE k.kind = 'account_token' AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND (k.key_hash = ${hash}::bytea OR (k.previous_hash = ${hash}::bytea AND k.previous_until > now()))`;
  if (found === undefined) return null;
  const { allowed_addresses, maker_role, role, ...caller } = found;
  if (caller.created_by !== null && maker_role === null) return null;
  if (!isAllowedAddress(address, allowed_addresses)) throw wrongAddress(address);
  return {
    kind: 'token',
    address,
    ...caller,
    role: maker_role === null ? role : lowerRole(role, maker_role),
  };
}
