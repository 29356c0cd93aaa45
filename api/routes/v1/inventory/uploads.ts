import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  inventoryRow,
  inventorySyncRequest,
  inventorySyncResponse,
  sourceNameQuery,
} from '../../../../shared/contracts/inventory.ts';
import { inventoryCsv } from '../../../../shared/intake/csv-schemas.ts';
import { receiveUpload } from '../../../../shared/inventory/receive-upload.ts';
import { endpointOf, idempotencyHeaders, idempotencyKeyOf } from '../../../idempotency.ts';
import { sendJson } from '../../../send-json.ts';
import { contentEncodingOf, streamFormatOf, takeStreams } from '../../../streamed-body.ts';
import { bodyErrors, idempotencyErrors } from '../responses.ts';

/** POST /api/v1/inventory/uploads (decision-rules.md section 7). */
const uploads: FastifyPluginAsyncZod = async (app) => {
  takeStreams(app);

  app.post(
    '/inventory/uploads',
    {
      config: {
        ownBodies: {
          'text/csv': inventoryCsv,
          'application/x-ndjson': inventoryRow,
          'application/json': inventorySyncRequest,
        },
      },
      schema: {
        operationId: 'uploadInventory',
        tags: ['Inventory'],
        summary: 'Upload a file of stock',
        description:
          'Takes a snapshot as a file, plain or with Content-Encoding gzip: CSV, NDJSON (a row a line) or the JSON ' +
          'of POST /inventory. It may have as many rows as the plan allows, and is one sync: all rows or none. ' +
          'Faults are told by line. Does not count as usage.',
        headers: idempotencyHeaders,
        querystring: sourceNameQuery,
        response: {
          200: inventorySyncResponse.describe('The snapshot was taken.'),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
    },
    async (request, reply) => {
      const key = idempotencyKeyOf(request);
      const json = await receiveUpload(app.services, request.principal, {
        body: request.raw,
        format: streamFormatOf(request),
        encoding: contentEncodingOf(request),
        source_name: request.query.source_name ?? null,
        idempotency: key === null ? null : { key, endpoint: endpointOf(request) },
      });
      sendJson(reply, json);
      return reply;
    },
  );
};

export default uploads;
