import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { runPage, runsQuery } from '../../../../shared/contracts/run.ts';
import { listRuns } from '../../../../shared/routing/run-queries.ts';
import { commonErrors } from '../responses.ts';

/** GET /api/v1/runs. */
const list: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/runs',
    {
      schema: {
        operationId: 'listRuns',
        tags: ['Runs'],
        summary: 'List runs',
        description: "The runs of the key's environment, synchronous ones too, newest first.",
        querystring: runsQuery,
        response: { 200: runPage, ...commonErrors },
      },
    },
    async ({ query, principal }) => listRuns(app.services.db.pool, principal.ledger_id, query),
  );
};

export default list;
