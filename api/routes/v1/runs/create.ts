import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchRequest, orderRequest } from '../../../../shared/contracts/order.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { orderCsv } from '../../../../shared/intake/csv-schemas.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { streamFormatOf, takeStreams } from '../../../streamed-body.ts';
import { bodyErrors, idempotencyErrors } from '../responses.ts';
import { answerReceivedRun } from './receive.ts';

/** POST /api/v1/runs (managed-runs.md). */
const create: FastifyPluginAsyncZod = async (app) => {
  takeStreams(app);

  app.post(
    '/runs',
    {
      config: {
        ownBodies: {
          'application/x-ndjson': orderRequest,
          'application/json': batchRequest,
          'text/csv': orderCsv,
        },
      },
      schema: {
        operationId: 'createRun',
        tags: ['Runs'],
        summary: 'Send a run of any size',
        description:
          'Takes orders as NDJSON (an order a line), CSV (an order line a row) or JSON, plain or with ' +
          'Content-Encoding gzip, and answers when all of them have been received; they are routed in the ' +
          'background. The run can be seen from its first byte. An order ID that comes twice is a fault. An ' +
          'order may have a mebibyte.',
        headers: idempotencyHeaders,
        querystring: z.object({
          on_invalid: z
            .enum(['reject', 'skip'])
            .default('reject')
            .describe('reject: a faulty order refuses the run. skip: faulty orders are listed and left out.'),
        }),
        response: {
          202: runView.describe('The run was accepted. Location says where it is found.'),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
    },
    async (request, reply) => {
      const options = { format: streamFormatOf(request), on_invalid: request.query.on_invalid };
      return answerReceivedRun(app, request, reply, options);
    },
  );
};

export default create;
