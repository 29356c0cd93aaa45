import type { FastifyPluginAsync } from 'fastify';
import { usageQuery, usageView } from '../../../../shared/contracts/account/usage.ts';
import { readPlanUsage } from '../../../../shared/operations/insight/overview.ts';
import { readUsage } from '../../../../shared/operations/reports/reports.ts';
import { addRead } from './add-read.ts';

/** GET /account/v1/usage. */
const usage: FastifyPluginAsync = async (app) => {
  const { db, now } = app.services;

  addRead(app, '/usage', {
    operationId: 'getUsage',
    tag: 'Usage',
    summary: 'Routed orders by day, and against the plan',
    description: 'Test routing does not count: in test there are no days.',
    query: usageQuery,
    answer: usageView.describe('The usage.'),
    read: async ({ query, principal }) => {
      const days = [];
      if (principal.environment === 'live') {
        for await (const some of readUsage(db.pool, principal.client_id, query)) days.push(...some);
      }
      return { plan: await readPlanUsage(db, principal, now()), days };
    },
  });
};

export default usage;
