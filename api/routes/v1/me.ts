import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { usageOf } from '../../../shared/accounts/usage.ts';
import { meResponse } from '../../../shared/contracts/me.ts';
import { commonErrors } from './responses.ts';

const { 422: _, ...errors } = commonErrors;

/** GET /api/v1/me: whose key it is. */
const me: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/me',
    {
      schema: {
        operationId: 'getMe',
        tags: ['Account'],
        summary: 'Validate the API key',
        description:
          'Confirms that a key is active, and shows its client and environment, and what the client has used of its ' +
          'plan.',
        response: { 200: meResponse.describe('The key is active.'), ...errors },
      },
    },
    async ({ keyPrincipal: principal }) => {
      const { db, now } = app.services;
      const usage = await usageOf(db.pool, principal, now());
      return {
        status: 'ok' as const,
        api_key_id: principal.api_key_id,
        client_id: principal.client_id,
        environment: principal.environment,
        key_prefix: principal.key_prefix,
        name: principal.key_name,
        subscription_status: principal.subscription_status,
        subscription_tier: principal.plan.code,
        plan: {
          code: principal.plan.code,
          period: usage.routed_orders_period,
          limit: usage.routed_orders_limit,
          used: usage.routed_orders_used,
          remaining: usage.routed_orders_remaining,
        },
      };
    },
  );
};

export default me;
