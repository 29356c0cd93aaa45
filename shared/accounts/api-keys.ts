import type { z } from 'zod';
import type { appliedAccount } from '../contracts/account/account.ts';
import type { ApiKey, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { newSecret } from './secrets.ts';

/** An API key as people see it. */
export type ApiKeyInfo = Omit<ApiKey, keyof typeof NOT_SHOWN>;

type NamedKey = Pick<ApiKeyInfo, 'name' | 'environment'>;

/** A key in the answer to an applied account file. */
export type AppliedKey = z.output<typeof appliedAccount>['api_keys'][number];

const NOT_SHOWN = { client_id: true, key_hash: true } as const;

/** A client's keys, revoked ones too, in order of creation. */
export function listApiKeys(tx: Prisma.TransactionClient, client_id: number): Promise<ApiKeyInfo[]> {
  return tx.apiKey.findMany({ where: { client_id }, orderBy: { id: 'asc' }, omit: NOT_SHOWN });
}

/**
 * Makes a key. Call it in an account transaction. Returns the key with its secret, which is not stored.
 * Throws AppError already_exists if the client has an active key of that name and environment.
 */
export async function createApiKey(
  tx: Prisma.TransactionClient,
  client_id: number,
  { name, environment }: NamedKey,
  created_by: string | null = null,
): Promise<ApiKeyInfo & { readonly secret: string }> {
  const named = { client_id, name, environment };
  if ((await tx.apiKey.count({ where: { ...named, revoked_at: null } })) > 0) {
    throw new AppError('already_exists', `An active ${environment} key named ${name} already exists.`);
  }
  const { secret, prefix, hash } = newSecret(environment);
  const data = { ...named, created_by, key_prefix: prefix, key_hash: hash };
  return { ...(await tx.apiKey.create({ data, omit: NOT_SHOWN })), secret };
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
  if (key === null) throw new AppError('not_found', 'There is no such key.');
  return key;
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
 * Makes `listed` the client's active keys: revokes those that it leaves out, and creates those that are missing. Without a
 * list, the keys stay. Returns them in the list's order; `key` is the secret of a key that was created now.
 */
export async function saveApiKeys(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed?: readonly NamedKey[],
  created_by: string | null = null,
): Promise<AppliedKey[]> {
  const active = (await listApiKeys(tx, client_id)).filter((key) => key.revoked_at === null);
  const wanted = listed ?? active;
  for (const key of active) {
    if (!wanted.some((item) => isSame(item, key))) await revokeApiKey(tx, client_id, key.id);
  }
  const keys: AppliedKey[] = [];
  for (const { name, environment } of wanted) {
    const item = { name, environment };
    const created = active.some((key) => isSame(item, key))
      ? null
      : await createApiKey(tx, client_id, item, created_by);
    keys.push({ ...item, key: created?.secret ?? null, created: created !== null });
  }
  return keys;
}

function isSame(a: NamedKey, b: NamedKey): boolean {
  return a.name === b.name && a.environment === b.environment;
}
