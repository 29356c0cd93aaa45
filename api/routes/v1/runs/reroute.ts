import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import { rerouteRunRequest } from '../../../../shared/contracts/reroute-run.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { viewRun } from '../../../../shared/runs/run-queries.ts';
import { idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { addOperation, noSuchRun } from '../responses.ts';
import { acceptReroute } from './accept-reroute.ts';

/** POST /api/v1/runs/reroute (docs/guides/correct-an-order.md). */
const reroute: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /runs/reroute', {
    operationId: 'rerouteOrders',
    tag: 'Runs',
    summary: 'Route stored orders again, as a run',
    description:
      'Starts a run over all orders whose latest decision meets the body: without one, those that are NONE. The ' +
      "orders are chosen when the client's earlier runs have ended, as they are then, the oldest first; until then " +
      "the run has none, and its phase is receiving. An order's own reservation is released when its turn comes. " +
      'Each order counts as a routed order. If the plan admits fewer, the run fails as a whole and says so. The ' +
      'body may be left out.',
    headers: idempotencyHeaders,
    body: rerouteRunRequest,
    status: 202,
    answer: runView.describe('The run was accepted. Location says where it is found.'),
    responses: noSuchRun,
    handle: async (request, reply, wanted) => {
      const answered = await acceptReroute(request, wanted, viewRun);
      const { routing_run_id } = JSON.parse(answered.answer) as z.infer<typeof runView>;
      reply.header('location', `${app.prefix}/runs/${routing_run_id}`);
      return sendAnswer(reply.code(202), answered);
    },
  });
};

export default reroute;
