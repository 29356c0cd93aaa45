import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAccountTokens } from '../../../shared/accounts/account-tokens.ts';
import { listApiKeys } from '../../../shared/accounts/api-keys.ts';
import {
  addClientKey,
  addClientToken,
  endClientKey,
  endClientToken,
} from '../../../shared/accounts/client-access.ts';
import {
  apiKeyView,
  createdApiKey,
  createdToken,
  newApiKey,
  newToken,
  tokenView,
} from '../../../shared/contracts/account/access.ts';
import { MAX_INT } from '../../../shared/contracts/common.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { readStrictBody } from '../../../shared/contracts/intake/strict-body.ts';
import { bodyErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAGS = ['Access'];
const params = z.object({ id: z.coerce.number().int().min(1).max(MAX_INT) });
const taken = { 409: accountErrorBody.describe('An active one with this name already exists.') };

/** API keys for the customer API, and tokens for this one. */
const keys: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;

  app.get(
    '/api-keys',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'listApiKeys',
        tags: TAGS,
        summary: 'List API keys',
        description: 'Revoked ones too, in order of creation. Secrets are never shown again.',
        response: { 200: z.strictObject({ api_keys: z.array(apiKeyView) }) },
      },
    },
    async ({ account }) => ({ api_keys: (await listApiKeys(db.prisma, account.client_id)).map(shown) }),
  );

  app.post(
    '/api-keys',
    {
      config: { role: 'owner', ownBodies: { 'application/json': newApiKey } },
      schema: {
        operationId: 'createApiKey',
        tags: TAGS,
        summary: 'Create an API key',
        response: { 201: createdApiKey, ...bodyErrors, ...taken },
      },
    },
    async (request, reply) => {
      const { account, wholeBody } = request;
      const wanted = readStrictBody(newApiKey, wholeBody);
      const { secret, ...info } = await workOnAccount(request, addClientKey, [account, wanted]);
      return reply.code(201).send({ ...shown(info), key: secret });
    },
  );

  app.delete(
    '/api-keys/:id',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'revokeApiKey',
        tags: TAGS,
        summary: 'Revoke an API key',
        description: 'At once and for good.',
        params,
        response: { 200: apiKeyView },
      },
    },
    async (request) => {
      const { account, params } = request;
      return shown(await workOnAccount(request, endClientKey, [account, params.id]));
    },
  );

  app.get(
    '/tokens',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'listTokens',
        tags: TAGS,
        summary: 'List tokens of this API',
        description: 'Revoked ones too, in order of creation. Secrets are never shown again.',
        response: { 200: z.strictObject({ tokens: z.array(tokenView) }) },
      },
    },
    async ({ account }) => ({ tokens: (await listAccountTokens(db.prisma, account.client_id)).map(shown) }),
  );

  app.post(
    '/tokens',
    {
      config: { role: 'owner', ownBodies: { 'application/json': newToken } },
      schema: {
        operationId: 'createToken',
        tags: TAGS,
        summary: 'Create a token for this API',
        description:
          'For programs, sent as Authorization: Bearer. It has the rights of its role in this account.',
        response: { 201: createdToken, ...bodyErrors, ...taken },
      },
    },
    async (request, reply) => {
      const { account, wholeBody } = request;
      const wanted = readStrictBody(newToken, wholeBody);
      const { info, token } = await workOnAccount(request, addClientToken, [account, wanted]);
      return reply.code(201).send({ ...shown(info), token });
    },
  );

  app.delete(
    '/tokens/:id',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'revokeToken',
        tags: TAGS,
        summary: 'Revoke a token',
        description: 'At once and for good.',
        params,
        response: { 200: tokenView },
      },
    },
    async (request) => {
      const { account, params } = request;
      return shown(await workOnAccount(request, endClientToken, [account, params.id]));
    },
  );
};

export default keys;

function shown<T extends { created_at: Date; last_used_at: Date | null; revoked_at: Date | null }>(info: T) {
  return {
    ...info,
    created_at: info.created_at.toISOString(),
    last_used_at: info.last_used_at?.toISOString() ?? null,
    revoked_at: info.revoked_at?.toISOString() ?? null,
  };
}
