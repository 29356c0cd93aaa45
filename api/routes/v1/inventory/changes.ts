import type { FastifyPluginAsync } from 'fastify';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { changesCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { changedStock, stockChanges } from '../../../../shared/contracts/stock-changes.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';
import { enqueueAfterSync } from '../runs/enqueue.ts';

/** POST /inventory/changes: goods that came or went between two counts (docs/guides/keep-stock-true.md). */
const changes: FastifyPluginAsync = async (app) => {
  takeFormats(app, 'csv');

  addOperation(app, 'POST /inventory/changes', {
    operationId: 'changeInventory',
    tag: 'Inventory',
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
      const answered = await answerBody(app, request, reply, 'changeStock', {
        log_days: app.services.stockLogDays,
      });
      enqueueAfterSync(request);
      return answered;
    },
  });
};

export default changes;
