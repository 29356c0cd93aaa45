import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { batchRequest, orderRequest } from '../../../../shared/contracts/order.ts';
import { ORDER_LIMITS } from '../../../../shared/contracts/order-limits.ts';
import { rerouteRunRequest } from '../../../../shared/contracts/reroute-run.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { viewRun } from '../../../../shared/runs/run-queries.ts';
import { formatOf, STREAM_LIMITS, takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { addOperation, noSuchRun } from '../responses.ts';
import { acceptReroute, answerReceivedRun } from './accept.ts';

/** Runs of orders that are sent, and of stored orders (docs/guides/runs.md). */
export default async function start(app: FastifyInstance): Promise<void> {
  takeFormats(app, 'csv', 'ndjson');

  addOperation(app, 'Runs', 'POST /runs', {
    operationId: 'createRun',
    summary: 'Send a run of any size',
    description:
      'Takes orders as NDJSON (an order a line), CSV (an order line a row) or JSON, plain or with ' +
      'Content-Encoding gzip, and answers when all of them have been received; they are routed in the ' +
      'background. The run can be seen from its first byte. An order ID that comes twice is a fault, and so is ' +
      `an order over a limit. ${ORDER_LIMITS} ${STREAM_LIMITS}`,
    config: { streamsBody: true },
    query: csvQuery.extend({
      on_invalid: z
        .enum(['reject', 'skip'])
        .default('reject')
        .describe(
          'reject: a faulty order refuses the run, whose body is not read on after the hundredth fault. skip: ' +
            'faulty orders are counted and left out, and their first faults are listed.',
        ),
    }),
    headers: idempotencyHeaders,
    bodies: { 'application/x-ndjson': orderRequest, 'application/json': batchRequest, 'text/csv': orderCsv },
    status: 202,
    answer: runView.describe('The run was accepted. Location says where it is found.'),
    handle: async (request, reply) => {
      const options = { format: formatOf(request), ...request.query };
      return answerReceivedRun(app, request, reply, options);
    },
  });

  addOperation(app, 'Runs', 'POST /runs/reroute', {
    operationId: 'rerouteOrders',
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
}
