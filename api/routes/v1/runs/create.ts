import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchRequest, orderRequest } from '../../../../shared/contracts/order.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { orderCsv } from '../../../../shared/intake/csv-schemas.ts';
import type { IntakeFormat } from '../../../../shared/intake/read-orders.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { bodyErrors, idempotencyErrors } from '../responses.ts';
import { answerReceivedRun } from './receive.ts';

const FORMATS: Readonly<Record<string, IntakeFormat>> = {
  'application/x-ndjson': 'ndjson',
  'text/csv': 'csv',
  'application/json': 'json',
};

/** POST /api/v1/runs (managed-runs.md). Its body is read as it comes in: no limit, and nothing parsed before. */
const create: FastifyPluginAsyncZod = async (app) => {
  app.removeAllContentTypeParsers();
  for (const type of Object.keys(FORMATS)) app.addContentTypeParser(type, async () => FORMATS[type]);

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
      const format = request.body as IntakeFormat | undefined;
      if (format === undefined) throw new AppError('unsupported_media_type');
      return answerReceivedRun(app, request, reply, { format, on_invalid: request.query.on_invalid });
    },
  );
};

export default create;
