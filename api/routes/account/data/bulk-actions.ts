import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import {
  bulkAction,
  bulkActionPage,
  bulkActionParams,
  bulkActionRequest,
  bulkActionsQuery,
} from '../../../../shared/contracts/account/bulk-actions.ts';
import { readPatch } from '../../../../shared/contracts/intake/strict-body.ts';
import { refuseUnknownWarehouses, toReroute } from '../../../../shared/contracts/reroute.ts';
import { pipeline } from '../../../../shared/db/pipeline.ts';
import { inLockedTransaction, inTransaction } from '../../../../shared/db/transaction.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import { workLock } from '../../../../shared/runs/background-work.ts';
import {
  createBulkAction,
  endBulkAction,
  findBulkAction,
  listBulkActions,
  viewBulkAction,
} from '../../../../shared/work/bulk/bulk-actions.ts';
import { ordersCsvHeader } from '../../../../shared/work/bulk/orders-csv.ts';
import { enqueueBulkAction } from '../../../../shared/work/enqueue-due.ts';
import { enqueue } from '../../../enqueue.ts';
import { answeredOnce, idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { sendLong } from '../../../send-long.ts';
import { addOperation } from '../responses.ts';

const TAG = 'Bulk actions';

/** Actions on all orders that match a filter. Jobs do them, so they go on when nobody looks. */
const bulkActions: FastifyPluginAsync = async (app) => {
  const { db, queues } = app.services;

  addOperation(app, 'POST /bulk-actions', {
    operationId: 'createBulkAction',
    tag: TAG,
    summary: 'Release, reroute or export all orders that match',
    description:
      'Finds the orders that match the filter now, then acts on them one after another in the background. Each is ' +
      'looked up again right before: one that no longer matches is skipped. A reroute counts as a routed order ' +
      'each, and stops if the plan admits no more. An export is a CSV file. At most 10 actions of an environment ' +
      'run at once. An action is kept for 30 days after it ends.',
    headers: idempotencyHeaders,
    bodies: { 'application/json': bulkActionRequest },
    status: 202,
    answer: bulkAction.describe('The action was accepted.'),
    handle: async (request, reply) => {
      const { principal, wholeBody } = request;
      const { ledger_id, by } = principal;
      const sent = readPatch(bulkActionRequest, wholeBody) as z.input<typeof bulkActionRequest>;
      if (sent.action === 'reroute' && sent.reroute) {
        const { configuration } = await loadConfiguration(db, principal.configuration_id);
        refuseUnknownWarehouses(toReroute(sent.reroute), configuration.warehouses);
      }
      const answered = await answeredOnce(request, async (saveKey) => {
        const { action, response } = await inTransaction(db.pool, async (tx) => {
          const action = await createBulkAction(tx, ledger_id, sent, by);
          const response = JSON.stringify(await viewBulkAction(tx, action));
          await pipeline(tx).commitWith({ key: saveKey(response) });
          return { action, response };
        });
        enqueue(request.log, 'a bulk action', () => enqueueBulkAction(queues, action));
        return response;
      });
      const { bulk_action_id } = JSON.parse(answered.answer) as z.infer<typeof bulkAction>;
      reply.header('location', `${app.prefix}/bulk-actions/${bulk_action_id}`);
      return sendAnswer(reply, answered);
    },
  });

  addOperation(app, 'GET /bulk-actions', {
    operationId: 'listBulkActions',
    tag: TAG,
    summary: 'List bulk actions',
    query: bulkActionsQuery,
    answer: bulkActionPage.describe('A page of bulk actions.'),
    handle: ({ query, principal }) => listBulkActions(db.pool, principal.ledger_id, query),
  });

  addOperation(app, 'GET /bulk-actions/:bulk_action_id', {
    operationId: 'getBulkAction',
    tag: TAG,
    summary: 'Show a bulk action and how far it is',
    params: bulkActionParams,
    answer: bulkAction.describe('The bulk action.'),
    handle: async ({ params, principal }) =>
      viewBulkAction(db.pool, await findBulkAction(db.pool, principal.ledger_id, params.bulk_action_id)),
  });

  addOperation(app, 'POST /bulk-actions/:bulk_action_id/cancel', {
    operationId: 'cancelBulkAction',
    tag: TAG,
    summary: 'Cancel a bulk action',
    description: 'Stops it before its next order. What it did stays done. Takes no body.',
    params: bulkActionParams,
    answer: bulkAction.describe('The bulk action.'),
    handle: async ({ params, principal }) => {
      const { client_id, ledger_id } = principal;
      const action = await findBulkAction(db.pool, ledger_id, params.bulk_action_id);
      await inLockedTransaction(db, workLock(client_id, 'bulk_actions', action.id), (tx) =>
        endBulkAction(tx, action, 'cancelled'),
      );
      return viewBulkAction(db.pool, await findBulkAction(db.pool, ledger_id, action.id));
    },
  });

  addOperation(app, 'GET /bulk-actions/:bulk_action_id/orders.csv', {
    operationId: 'downloadBulkExport',
    tag: TAG,
    summary: 'Download the orders of an export',
    params: bulkActionParams,
    answer: { description: 'A row an order.', content: { 'text/csv': { schema: z.string() } } },
    handle: async (request, reply) => {
      const { client_id, ledger_id } = request.principal;
      const action = await findBulkAction(db.pool, ledger_id, request.params.bulk_action_id);
      if (action.kind !== 'export' || action.status !== 'completed')
        throw new AppError('not_found', 'There is no file: only a completed export has one.');
      const all = { id: action.id, ledger_id, after: 0 };
      const form = { type: 'text/csv', file: 'orders.csv', head: ordersCsvHeader() };
      return sendLong(request, reply, client_id, 'writeExport', [all], form);
    },
  });
};

export default bulkActions;
