import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { meResponse } from '../../../shared/contracts/me.ts';
import { commonErrors } from './responses.ts';

const { 422: _, ...errors } = commonErrors;

/** GET /api/v1/me: whom a key stands for (routing-service-api.md section 4.1). */
const me: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/me',
    {
      schema: {
        operationId: 'getMe',
        tags: ['Account'],
        summary: 'Validate the API key',
        description: 'Confirms that a key is active and tells the client and environment it stands for.',
        response: { 200: meResponse.describe('The key is active.'), ...errors },
      },
    },
    async ({ principal }) => ({
      status: 'ok' as const,
      api_key_id: principal.api_key_id,
      client_id: principal.client_id,
      environment: principal.environment,
      key_prefix: principal.key_prefix,
      name: principal.key_name,
      subscription_status: principal.subscription_status,
      subscription_tier: principal.plan.code,
    }),
  );
};

export default me;
