import type { FastifyPluginAsync } from 'fastify';
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

/** API keys for the customer API, and tokens for this one. */
const keys: FastifyPluginAsync = async (app) => {
  const { db } = app.services;

  addOperation(app, 'GET /api-keys', {
    operationId: 'listApiKeys',
    tag: TAG,
    summary: 'List API keys',
    description: 'Revoked ones too, in order of creation. Secrets are never shown again.',
    config: { role: 'member' },
    answer: z.strictObject({ api_keys: z.array(apiKeyView) }),
    handle: async ({ account }) => ({
      api_keys: await listKeys(db.prisma, account.client_id, 'api_key'),
    }),
  });

  addOperation(app, 'POST /api-keys', {
    operationId: 'createApiKey',
    tag: TAG,
    summary: 'Create an API key',
    config: { role: 'owner' },
    body: newApiKey,
    status: 201,
    answer: createdApiKey,
    responses: taken,
    handle: async (request, _reply, wanted) => {
      const { secret, ...info } = await workOnAccount(request, 'addClientKey', [request.account, wanted]);
      return { ...info, key: secret };
    },
  });

  addOperation(app, 'POST /api-keys/:id/roll', {
    operationId: 'rollApiKey',
    tag: TAG,
    summary: 'Give an API key a new secret',
    description: ROLLED,
    config: { role: 'owner' },
    params,
    body: rollBody,
    answer: createdApiKey,
    status: 201,
    responses: expired,
    handle: async (request, _reply, { overlap_hours }) => {
      const { id } = request.params;
      const rolled = [request.account, { id, overlap_hours }] as const;
      const { secret, ...info } = await workOnAccount(request, 'rollClientKey', [...rolled]);
      return { ...info, key: secret };
    },
  });

  addOperation(app, 'DELETE /api-keys/:id', {
    operationId: 'revokeApiKey',
    tag: TAG,
    summary: 'Revoke an API key',
    description: 'At once and for good.',
    config: { role: 'owner' },
    params,
    answer: apiKeyView,
    handle: (request) => workOnAccount(request, 'endClientKey', [request.account, request.params.id]),
  });

  addOperation(app, 'GET /tokens', {
    operationId: 'listTokens',
    tag: TAG,
    summary: 'List tokens of this API',
    description: 'Revoked ones too, in order of creation. Secrets are never shown again.',
    config: { role: 'owner' },
    answer: z.strictObject({ tokens: z.array(tokenView) }),
    handle: async ({ account }) => ({
      tokens: await listKeys(db.prisma, account.client_id, 'account_token'),
    }),
  });

  addOperation(app, 'POST /tokens', {
    operationId: 'createToken',
    tag: TAG,
    summary: 'Create a token for this API',
    description:
      'For programs, sent as Authorization: Bearer. It has the rights of its role in this account.',
    config: { role: 'owner' },
    body: newToken,
    status: 201,
    answer: createdToken,
    responses: taken,
    handle: async (request, _reply, wanted) => {
      const { secret, ...info } = await workOnAccount(request, 'addClientToken', [request.account, wanted]);
      return { ...info, token: secret };
    },
  });

  addOperation(app, 'POST /tokens/:id/roll', {
    operationId: 'rollToken',
    tag: TAG,
    summary: 'Give a token a new secret',
    description: `${ROLLED} Only people may do it, not a token.`,
    config: { role: 'owner' },
    params,
    body: rollBody,
    answer: createdToken,
    status: 201,
    responses: expired,
    handle: async (request, _reply, { overlap_hours }) => {
      const { id } = request.params;
      const rolled = [request.account, { id, overlap_hours }] as const;
      const { secret, ...info } = await workOnAccount(request, 'rollClientToken', [...rolled]);
      return { ...info, token: secret };
    },
  });

  addOperation(app, 'DELETE /tokens/:id', {
    operationId: 'revokeToken',
    tag: TAG,
    summary: 'Revoke a token',
    description: 'At once and for good.',
    config: { role: 'owner' },
    params,
    answer: tokenView,
    handle: (request) => workOnAccount(request, 'endClientToken', [request.account, request.params.id]),
  });
};

export default keys;
