import type { FastifyInstance } from 'fastify';
import { loadConfiguration } from '../../../shared/account/configurations.ts';
import { usageOf } from '../../../shared/account/usage.ts';
import { meResponse } from '../../../shared/contracts/me.ts';
import { addOperation } from './responses.ts';

/** GET /api/v1/me: whose key it is. */
export default async function me(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Account', 'GET /me', {
    operationId: 'getMe',
    summary: 'Validate the API key',
    description:
      'Confirms that a key is active, and shows its client and environment, what the client has used of its plan, ' +
      'and the currency of its costs.',
    answer: meResponse.describe('The key is active.'),
    handle: async ({ keyPrincipal: principal }) => {
      const { db, now } = app.services;
      const { plan: code, period, limit, used, remaining } = await usageOf(db.pool, principal, now());
      const { rates } = await loadConfiguration(db, principal.configuration_id);
      return {
        status: 'ok' as const,
        api_key_id: principal.api_key_id,
        client_id: principal.client_id,
        environment: principal.environment,
        key_prefix: principal.key_prefix,
        name: principal.key_name,
        subscription_status: principal.subscription_status,
        subscription_tier: code,
        plan: { code, period, limit, used, remaining },
        scopes: principal.scopes,
        expires_at: principal.expires_at && new Date(principal.expires_at).toISOString(),
        ...(rates && { currency: rates.currency }),
      };
    },
  });
}
