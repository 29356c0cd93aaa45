import type { FastifyPluginAsync } from 'fastify';
import { inventoryCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import {
  inventorySyncRequest,
  inventorySyncResponse,
  syncQuery,
} from '../../../../shared/contracts/inventory.ts';
import { MORE_ROWS } from '../../../../shared/ledger/stock/refuse-snapshot.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';
import { enqueueAfterSync } from '../runs/enqueue.ts';

/** POST /inventory: the stock that decisions are made on (docs/explanation/stock.md). */
const inventory: FastifyPluginAsync = async (app) => {
  takeFormats(app, 'csv');

  addOperation(app, 'POST /inventory', {
    operationId: 'syncInventory',
    tag: 'Inventory',
    summary: 'Sync an inventory snapshot',
    description:
      'Upserts available quantity by SKU and warehouse, all rows or none, and releases active reservations ' +
      '(Variant A). Rows that are not sent stay as they are: send 0 for out of stock. Up to 10,000 rows, or ' +
      "the plan's where they are fewer. Faults of CSV name their line. Does not count as usage.",
    config: { ifLarger: MORE_ROWS, needsBody: true },
    query: syncQuery,
    headers: idempotencyHeaders,
    bodies: { 'application/json': inventorySyncRequest, 'text/csv': inventoryCsv },
    answer: inventorySyncResponse.describe('The snapshot was taken.'),
    handle: async (request, reply) => {
      const source_name = request.query.source_name ?? null;
      const answered = await answerBody(app, request, reply, 'syncBody', {
        source_name,
        counted_at: request.query.counted_at ?? null,
        log_days: app.services.stockLogDays,
        on_invalid: request.query.on_invalid,
      });
      enqueueAfterSync(request);
      return answered;
    },
  });
};

export default inventory;
