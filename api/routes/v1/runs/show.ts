import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { runParams, runView } from '../../../../shared/contracts/run.ts';
import { findRun, viewRun } from '../../../../shared/routing/run-queries.ts';
import { commonErrors } from '../responses.ts';
import { notFound } from './responses.ts';

/** GET /api/v1/runs/{routing_run_id}. */
const show: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/runs/:routing_run_id',
    {
      schema: {
        operationId: 'getRun',
        tags: ['Runs'],
        summary: 'Show a run and how far it is',
        description: 'Its counts, its progress and, where its input had faults, the first hundred of them.',
        params: runParams,
        response: { 200: runView, ...commonErrors, ...notFound },
      },
    },
    async ({ params, principal }) => {
      const { pool } = app.services.db;
      return viewRun(pool, await findRun(pool, principal.ledger_id, params.routing_run_id));
    },
  );
};

export default show;
