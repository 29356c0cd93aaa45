import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { overviewQuery, overview as overviewSchema } from '../../../../shared/contracts/account/overview.ts';
import { readOverview } from '../../../../shared/operations/insight/overview.ts';

/** GET /account/v1/overview. */
const overview: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/overview',
    {
      schema: {
        operationId: 'getOverview',
        tags: ['Overview'],
        summary: 'Show the overview',
        description:
          'Every decision of the period is counted, also those that were removed by age since. The period is widened ' +
          'to whole hours, and to whole days of the zone where it is longer than three days.',
        querystring: overviewQuery,
        response: { 200: overviewSchema.describe('The overview.') },
      },
    },
    async ({ query, principal }) => readOverview(app.services.db, principal, query, app.services.now()),
  );
};

export default overview;
