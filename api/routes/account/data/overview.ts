import type { FastifyPluginAsync } from 'fastify';
import { overviewQuery, overview as overviewSchema } from '../../../../shared/contracts/account/overview.ts';
import { readOverview } from '../../../../shared/operations/insight/overview.ts';
import { addRead } from './add-read.ts';

/** GET /account/v1/overview. */
const overview: FastifyPluginAsync = async (app) => {
  addRead(app, '/overview', {
    operationId: 'getOverview',
    tag: 'Overview',
    summary: 'Show the overview',
    description:
      'Every decision of the period is counted, also those that were removed by age since. The period is widened ' +
      'to whole hours, and to whole days of the zone where it is longer than three days.',
    query: overviewQuery,
    answer: overviewSchema.describe('The overview.'),
    read: ({ query, principal }) => readOverview(app.services.db, principal, query, app.services.now()),
  });
};

export default overview;
