import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { changesCsv, inventoryCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import {
  inventorySyncRequest,
  inventorySyncResponse,
  syncQuery,
} from '../../../../shared/contracts/inventory.ts';
import { changedStock, stockChanges } from '../../../../shared/contracts/stock-changes.ts';
import { changeStock } from '../../../../shared/ledger/stock/change-stock.ts';
import { MORE_ROWS } from '../../../../shared/ledger/stock/read-snapshot.ts';
import { syncBody } from '../../../../shared/ledger/stock/take-sync.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';
import { enqueueAfterSync } from '../runs/accept.ts';

/** The stock that decisions are made on (docs/explanation/stock.md), and goods that came or went between two counts. */
export default async function sync(app: FastifyInstance): Promise<void> {
  takeFormats(app, 'csv');

  addOperation(app, 'Inventory', 'POST /inventory', {
    operationId: 'syncInventory',
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
      const answered = await answerBody(app, request, reply, syncBody, {
        source_name,
        counted_at: request.query.counted_at ?? null,
        log_days: app.services.stockLogDays,
        on_invalid: request.query.on_invalid,
      });
      enqueueAfterSync(request);
      return answered;
    },
  });

  addOperation(app, 'Inventory', 'POST /inventory/changes', {
    operationId: 'changeInventory',
    summary: 'Change quantities',
    description:
      'Adds units to quantities or takes them away, all changes or none. Reservations stay. A count of a later moment ' +
      'knows of a change. Up to 10,000. Faults of CSV name their line. Does not count as usage.',
    config: { needsBody: true },
    headers: idempotencyHeaders,
    bodies: { 'application/json': stockChanges, 'text/csv': changesCsv },
    answer: changedStock.describe('The changes were made.'),
    responses: {
      409: errorBody.describe(
        'quantity_changed or quantity_below_zero: the detail names the pairs, and nothing changed. Or the ' +
          'Idempotency-Key was used with another request.',
      ),
    },
    handle: async (request, reply) => {
      const answered = await answerBody(app, request, reply, changeStock, {
        log_days: app.services.stockLogDays,
      });
      enqueueAfterSync(request);
      return answered;
    },
  });
}
