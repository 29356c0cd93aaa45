import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  apiKeyView,
  createdApiKey,
  createdToken,
  newApiKey,
  newToken,
  rollBody,
  tokenView,
} from '../../../shared/contracts/account/access.ts';
import { MAX_INT } from '../../../shared/contracts/common.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import type { KeyKind } from '../../../shared/db/generated/enums.ts';
import { listKeys } from '../../../shared/identity/keys.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Access';
const params = z.object({ id: z.coerce.number().int().min(1).max(MAX_INT) });
const ROLLED =
  'It keeps its id, its name and what restricts it, and lives as long again as it was made for. The secret before works for ' +
  'overlap_hours more, so that systems can change over one by one.';
const expired = { 409: accountErrorBody.describe('It has expired: make another one.') };
const taken = { 409: accountErrorBody.describe('An active one with this name already exists.') };

/** What each kind of keys is called, and what it sends and answers. */
const RESOURCES = {
  api_key: {
    ...{ path: 'api-keys', noun: 'an API key', nouns: 'API keys', operation: 'ApiKey' },
    ...{ list: 'api_keys', secretName: 'key' },
    readers: 'member',
    ...{ view: apiKeyView, body: newApiKey, created: createdApiKey },
    creation: { summary: 'Create an API key' },
    rolled: ROLLED,
  },
  account_token: {
    ...{ path: 'tokens', noun: 'a token', nouns: 'tokens of this API', operation: 'Token' },
    ...{ list: 'tokens', secretName: 'token' },
    readers: 'owner',
    ...{ view: tokenView, body: newToken, created: createdToken },
    creation: {
      summary: 'Create a token for this API',
      description:
        'For programs, sent as Authorization: Bearer. It has the rights of its role in this account.',
    },
    rolled: `${ROLLED} Only people may do it, not a token.`,
  },
} as const;

/** API keys for the customer API, and tokens for this one. */
export default async function keys(app: FastifyInstance): Promise<void> {
  addKeys(app, 'api_key');
  addKeys(app, 'account_token');
}

/** Adds GET of all, POST, and of one the roll and DELETE. */
function addKeys(app: FastifyInstance, kind: KeyKind): void {
  const { path, noun, nouns, operation, list, secretName, ...resource } = RESOURCES[kind];
  const { view, body, created }: Record<'view' | 'body' | 'created', z.ZodType> = resource;
  const shown = ({ secret, ...info }: { readonly secret: string }) => ({
    ...info,
    [secretName]: secret,
  });
  const config = { role: 'owner' } as const;

  addOperation(app, TAG, `GET /${path}`, {
    operationId: `list${operation}s`,
    summary: `List ${nouns}`,
    description: 'Revoked ones too, in order of creation. Secrets are never shown again.',
    config: { role: resource.readers },
    answer: z.strictObject({ [list]: z.array(view) }),
    handle: async ({ account }) => ({
      [list]: await listKeys(app.services.db.prisma, account.client_id, kind),
    }),
  });

  addOperation(app, TAG, `POST /${path}`, {
    ...{ config, ...resource.creation, operationId: `create${operation}` },
    ...{ body, status: 201, answer: created, responses: taken },
    handle: async (request, _reply, wanted) =>
      shown(
        await workOnAccount(request, 'addClientKey', [
          request.account,
          { kind, ...(wanted as object) } as never,
        ]),
      ),
  });

  addOperation(app, TAG, `POST /${path}/:id/roll`, {
    config,
    operationId: `roll${operation}`,
    summary: `Give ${noun} a new secret`,
    description: resource.rolled,
    ...{ params, body: rollBody, answer: created, status: 201, responses: expired },
    handle: async (request, _reply, overlap) => {
      const rolled = { kind, ...request.params, ...overlap };
      return shown(await workOnAccount(request, 'rollClientKey', [request.account, rolled]));
    },
  });

  addOperation(app, TAG, `DELETE /${path}/:id`, {
    config,
    operationId: `revoke${operation}`,
    summary: `Revoke ${noun}`,
    description: 'At once and for good.',
    params,
    answer: view,
    handle: (request) =>
      workOnAccount(request, 'endClientKey', [request.account, { kind, ...request.params }]),
  });
}
