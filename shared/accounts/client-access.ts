import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { Sealing } from '../foundation/sealing.ts';
import { createAccountToken, revokeAccountToken, rollAccountToken } from './account-tokens.ts';
import type { AccountEditor } from './actor.ts';
import { createApiKey, revokeApiKey, revokeApiKeysOf, rollApiKey } from './api-keys.ts';
import { changeAccount } from './change-account.ts';
import { removeMember } from './users.ts';
import { rotateSecret } from './webhook-endpoints.ts';

/** Makes a function that does `work` as a change of an account, with this action and subject in the audit log. */
function change<Wanted, T>(
  action: string,
  subjectOf: (wanted: Wanted) => string,
  work: (
    tx: Prisma.TransactionClient,
    client_id: number,
    wanted: Wanted,
    person: string | null,
    secrets: Sealing,
  ) => Promise<T>,
) {
  return async (db: PrismaDatabase, { slug, who }: AccountEditor, wanted: Wanted): Promise<T> => {
    const act = { who, action, subject: subjectOf(wanted) };
    return (
      await changeAccount(db, slug, act, (tx, client) =>
        work(tx, client.id, wanted, who.person ?? null, db.secrets),
      )
    ).result;
  };
}

/** Makes an API key of a client. Returns it with its secret. Throws AppError already_exists. */
export const addClientKey = change(
  'api_keys.create',
  ({ environment, name }) => `api-keys/${environment} ${name}`,
  createApiKey,
);

/** Which key or token gets a new secret, and how long the one before works. */
interface Rolled {
  readonly id: number;
  readonly overlap_hours: number;
}

/** Gives an API key of a client a new secret. Returns it with its secret. Throws AppError not_found. */
export const rollClientKey = change('api_keys.roll', ({ id }: Rolled) => `api-keys/${id}`, rollApiKey);

/** Revokes an API key of a client for ever. Throws AppError not_found. */
export const endClientKey = change('api_keys.revoke', (id) => `api-keys/${id}`, revokeApiKey);

/** Makes a token of the account API. Returns it with its secret. Throws AppError already_exists. */
export const addClientToken = change('tokens.create', ({ name }) => `tokens/${name}`, createAccountToken);

/** Gives a token a new secret. Returns it with its secret. Throws AppError not_found. */
export const rollClientToken = change('tokens.roll', ({ id }: Rolled) => `tokens/${id}`, rollAccountToken);

/** Revokes a token for ever. Throws AppError not_found. */
export const endClientToken = change('tokens.revoke', (id) => `tokens/${id}`, revokeAccountToken);

/** Gives an endpoint a new secret. Throws AppError not_found. */
export const rotateWebhookSecret = change(
  'webhooks.rotate',
  (url: string) => `webhooks/${url}`,
  async (tx, client_id, url, _person, secrets) => ({
    ...(await rotateSecret(tx, { client_id, secrets }, url)),
    url,
  }),
);

/**
 * Removes a user of a client, who may do nothing from then on. Their tokens end; keys that they made end if `end_keys`.
 * Throws AppError not_found, last_owner.
 */
export const removeClientUser = change(
  'users.remove',
  ({ email }: { readonly email: string; readonly end_keys: boolean }) => `users/${email}`,
  async (tx, client_id, { email, end_keys }) => {
    await removeMember(tx, client_id, email);
    if (end_keys) await revokeApiKeysOf(tx, client_id, email);
  },
);
