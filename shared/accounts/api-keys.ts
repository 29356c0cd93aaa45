import type { ApiKey, Environment, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { newSecret, secretHash, secretPrefix } from './api-key-secret.ts';

/** An API key as people see it. */
export interface ApiKeyInfo {
  readonly id: number;
  readonly name: string;
  readonly environment: Environment;
  readonly key_prefix: string;
  readonly created_at: Date;
  /** Some seconds late. */
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

/** A client's keys, revoked ones too, in order of creation. */
export async function listApiKeys(tx: Prisma.TransactionClient, client_id: number): Promise<ApiKeyInfo[]> {
  const keys = await tx.apiKey.findMany({ where: { clientId: client_id }, orderBy: { id: 'asc' } });
  return keys.map(infoOf);
}

/**
 * Makes a key. Call it in an account transaction. Returns the key with its secret, which is not stored.
 * Throws AppError already_exists if the client has an active key of that name and environment.
 */
export async function createApiKey(
  tx: Prisma.TransactionClient,
  client_id: number,
  { name, environment }: Pick<ApiKeyInfo, 'name' | 'environment'>,
): Promise<ApiKeyInfo & { readonly secret: string }> {
  const active = { clientId: client_id, name, environment, revokedAt: null };
  if ((await tx.apiKey.count({ where: active })) > 0) {
    throw new AppError('already_exists', `An active ${environment} key named ${name} already exists.`);
  }
  const secret = newSecret(environment);
  const key = await tx.apiKey.create({
    data: {
      clientId: client_id,
      name,
      environment,
      keyPrefix: secretPrefix(secret),
      keyHash: secretHash(secret),
    },
  });
  return { ...infoOf(key), secret };
}

/** Revokes a client's key for ever. A revoked key stays as it is. Throws AppError not_found. */
export async function revokeApiKey(
  tx: Prisma.TransactionClient,
  client_id: number,
  id: number,
): Promise<ApiKeyInfo> {
  await tx.apiKey.updateMany({
    where: { id, clientId: client_id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  const key = await tx.apiKey.findUnique({ where: { id, clientId: client_id } });
  if (key === null) {
    throw new AppError('not_found', 'There is no such key.');
  }
  return infoOf(key);
}

/**
 * Makes `listed` the client's active keys: revokes those that it leaves out, and creates those that are missing.
 * Returns them in the list's order; `key` is the secret of a key that was created now.
 */
export async function saveApiKeys(
  tx: Prisma.TransactionClient,
  client_id: number,
  listed: readonly Pick<ApiKeyInfo, 'name' | 'environment'>[],
): Promise<{ keys: AppliedKey[]; changes: string[] }> {
  const active = (await listApiKeys(tx, client_id)).filter((key) => key.revoked_at === null);
  const isListed = (key: ApiKeyInfo) => listed.some((item) => isSame(item, key));
  const changes: string[] = [];
  for (const key of active.filter((item) => !isListed(item))) {
    await revokeApiKey(tx, client_id, key.id);
    changes.push(`${key.environment} key ${key.name} revoked`);
  }
  const keys: AppliedKey[] = [];
  for (const item of listed) {
    const created = active.some((key) => isSame(item, key)) ? null : await createApiKey(tx, client_id, item);
    keys.push({ ...item, key: created?.secret ?? null, created: created !== null });
    if (created !== null) {
      changes.push(`${item.environment} key ${item.name} created`);
    }
  }
  return { keys, changes };
}

/** A key in the answer to an applied account file. */
export interface AppliedKey {
  readonly name: string;
  readonly environment: Environment;
  /** The secret, once: when the key was created. */
  readonly key: string | null;
  readonly created: boolean;
}

function isSame(
  a: Pick<ApiKeyInfo, 'name' | 'environment'>,
  b: Pick<ApiKeyInfo, 'name' | 'environment'>,
): boolean {
  return a.name === b.name && a.environment === b.environment;
}

function infoOf(key: ApiKey): ApiKeyInfo {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    key_prefix: key.keyPrefix,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
}
