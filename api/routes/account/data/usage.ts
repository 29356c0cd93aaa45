import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { usageQuery, usageView } from '../../../../shared/contracts/account/usage.ts';
import { readPlanUsage } from '../../../../shared/operations/insight/overview.ts';
import { readUsage } from '../../../../shared/operations/reports/reports.ts';

/** GET /account/v1/usage. */
const usage: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/usage',
    {
      schema: {
        operationId: 'getUsage',
        tags: ['Usage'],
        summary: 'Routed orders by day, and against the plan',
        description: 'Test routing does not count: in test there are no days.',
        querystring: usageQuery,
        response: { 200: usageView.describe('The usage.') },
      },
    },
    async ({ query, principal }) => {
      const { db, now } = app.services;
      const days = [];
      if (principal.environment === 'live') {
        for await (const some of readUsage(db.pool, principal.client_id, query)) days.push(...some);
      }
      return { plan: await readPlanUsage(db, principal, now()), days };
    },
  );
};

export default usage;
