import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inventoryCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import {
  dryRunSync,
  inventoryRow,
  inventorySyncRequest,
  inventorySyncResponse,
  MAX_ROW_BYTES,
  uploadQuery,
} from '../../../../shared/contracts/inventory.ts';
import { receiveUpload } from '../../../../shared/ledger/stock/receive-upload.ts';
import { contentEncodingOf, formatOf, STREAM_LIMITS, takeFormats } from '../../../bodies/formats.ts';
import { pacedBody } from '../../../bodies/paced-body.ts';
import { endpointOf, idempotencyHeaders, idempotencyKeyOf, sendAnswer } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';
import { enqueueAfterSync } from '../runs/accept.ts';

/** The memory of an upload of any size: one row, and the bytes on their way from the caller to the database. */
const UPLOAD_BYTES = 2 * 1024 * 1024;

/** POST /api/v1/inventory/uploads: a file of stock of any size, as one sync. */
export default async function uploads(app: FastifyInstance): Promise<void> {
  takeFormats(app, 'csv', 'ndjson');

  addOperation(app, 'Inventory', 'POST /inventory/uploads', {
    operationId: 'uploadInventory',
    summary: 'Upload a file of stock',
    description:
      'Takes a snapshot as a file, plain or with Content-Encoding gzip: CSV, NDJSON (a row a line) or the JSON ' +
      'of POST /inventory. It may have as many rows as the plan allows, and is one sync: all rows or none. ' +
      `Faults name their line; the file is not read on after the hundredth. A row may have ${MAX_ROW_BYTES} bytes. ${STREAM_LIMITS} Does not count as usage.`,
    config: { streamsBody: true },
    query: uploadQuery,
    headers: idempotencyHeaders,
    bodies: {
      'text/csv': inventoryCsv,
      'application/x-ndjson': inventoryRow,
      'application/json': inventorySyncRequest,
    },
    answer: z.union([inventorySyncResponse, dryRunSync]).describe('The snapshot was taken.'),
    handle: async (request, reply) => {
      const { source_name = null, dry_run } = request.query;
      const key = dry_run ? null : idempotencyKeyOf(request);
      const format = formatOf(request);
      const encoding = contentEncodingOf(request);
      const memory = app.bodies.memory.open(request.principal.client_id);
      memory.growTo(UPLOAD_BYTES);
      const answered = await receiveUpload(app.services, request.principal, {
        body: pacedBody(app, request),
        format,
        encoding,
        limitBytes: app.services.streamLimitBytes,
        source_name,
        counted_at: request.query.counted_at ?? null,
        log_days: app.services.stockLogDays,
        on_invalid: request.query.on_invalid,
        idempotency: key === null ? null : { key, endpoint: endpointOf(request) },
        dry_run,
      }).finally(() => memory.release());
      if (!dry_run) enqueueAfterSync(request);
      return sendAnswer(reply, answered);
    },
  });
}
