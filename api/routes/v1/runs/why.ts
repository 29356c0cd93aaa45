import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { runParams } from '../../../../shared/contracts/run.ts';
import { supersededOrder } from '../../../../shared/contracts/superseded-order.ts';
import { why } from '../../../../shared/contracts/why.ts';
import { findRun } from '../../../../shared/runs/run-queries.ts';
import { whyParts } from '../../../../shared/runs/why.ts';
import { sendLong } from '../../../send-long.ts';
import { addOperation, noSuchRun } from '../responses.ts';

/** GET /api/v1/runs/{routing_run_id}/why: an explanation a line, as a stream. */
const runWhys: FastifyPluginAsync = async (app) => {
  addOperation(app, 'GET /runs/:routing_run_id/why', {
    operationId: 'explainRun',
    tag: 'Runs',
    summary: "Explain a run's decisions",
    description:
      'Why each order of the run was decided as it was, in request order, an explanation a line. Of a run that ' +
      'is under way, what is decided so far. Behind them, a line for each order that the run left out, because a later ' +
      'request asked for something else.',
    params: runParams,
    answer: {
      description: 'The explanations.',
      content: { 'application/x-ndjson': { schema: z.union([why, supersededOrder]) } },
    },
    responses: noSuchRun,
    handle: async (request, reply) => {
      const { params, principal } = request;
      const run = await findRun(app.services.db.pool, principal.ledger_id, params.routing_run_id);
      return sendLong(request, reply, principal.client_id, 'writeWhys', whyParts(app.services, run), {
        type: 'application/x-ndjson',
        file: `run-${run.client_run_number}-why.ndjson`,
      });
    },
  });
};

export default runWhys;
