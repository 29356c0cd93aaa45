import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { batchRequest, orderRequest } from '../../../../shared/contracts/order.ts';
import { ORDER_LIMITS } from '../../../../shared/contracts/order-limits.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { formatOf, STREAM_LIMITS, takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';
import { answerReceivedRun } from './receive.ts';

/** POST /api/v1/runs (docs/guides/runs.md). */
const create: FastifyPluginAsync = async (app) => {
  takeFormats(app, 'csv', 'ndjson');

  addOperation(app, 'POST /runs', {
    operationId: 'createRun',
    tag: 'Runs',
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
};

export default create;
