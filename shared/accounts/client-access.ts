import type { PrismaDatabase } from '../db/database.ts';
import { createAccountToken, revokeAccountToken } from './account-tokens.ts';
import type { AccountEditor } from './actor.ts';
import { createApiKey, revokeApiKey } from './api-keys.ts';
import { changeAccount } from './change-account.ts';
import { rotateSecret } from './webhook-endpoints.ts';

/** Makes an API key of a client. Returns it with its secret. Throws AppError already_exists. */
export async function addClientKey(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  wanted: Parameters<typeof createApiKey>[2],
) {
  const subject = `api-keys/${wanted.environment} ${wanted.name}`;
  const act = { who, action: 'api_keys.create', subject };
  const { result } = await changeAccount(db, slug, act, (tx, client) => createApiKey(tx, client.id, wanted));
  return result;
}

/** Revokes an API key of a client for ever. Throws AppError not_found. */
export async function endClientKey(db: PrismaDatabase, { slug, who }: AccountEditor, id: number) {
  const act = { who, action: 'api_keys.revoke', subject: `api-keys/${id}` };
  const { result } = await changeAccount(db, slug, act, (tx, client) => revokeApiKey(tx, client.id, id));
  return result;
}

/** Gives an endpoint a new secret. Throws AppError not_found. */
export async function rotateWebhookSecret(db: PrismaDatabase, { slug, who }: AccountEditor, url: string) {
  const act = { who, action: 'webhooks.rotate', subject: `webhooks/${url}` };
  const { result } = await changeAccount(db, slug, act, (tx, client) => rotateSecret(tx, client.id, url));
  return { ...result, url };
}

/** Makes a token of the account API. Returns it with its secret. Throws AppError already_exists. */
export async function addClientToken(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  wanted: Parameters<typeof createAccountToken>[2],
) {
  const act = { who, action: 'tokens.create', subject: `tokens/${wanted.name}` };
  const { result } = await changeAccount(db, slug, act, (tx, client) =>
    createAccountToken(tx, client.id, wanted),
  );
  return result;
}

/** Revokes a token for ever. Throws AppError not_found. */
export async function endClientToken(db: PrismaDatabase, { slug, who }: AccountEditor, id: number) {
  const act = { who, action: 'tokens.revoke', subject: `tokens/${id}` };
  const { result } = await changeAccount(db, slug, act, (tx, client) =>
    revokeAccountToken(tx, client.id, id),
  );
  return result;
}
