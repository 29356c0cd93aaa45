import type { FastifyInstance } from 'fastify';
import {
  type BulkActionView,
  bulkAction,
  bulkActionPage,
  bulkActionParams,
  bulkActionRequest,
  bulkActionsQuery,
} from '../../../../shared/contracts/account/bulk-actions.ts';
import { readPatch } from '../../../../shared/contracts/intake/strict-body.ts';
import { pipeline } from '../../../../shared/db/pipeline.ts';
import { inTransaction } from '../../../../shared/db/transaction.ts';
import { findBulkReroute, listBulkReroutes, viewBulkReroute } from '../../../../shared/runs/bulk-actions.ts';
import { cancelRun } from '../../../../shared/runs/managed/managed-run.ts';
import { releaseOrders } from '../../../../shared/runs/release-orders.ts';
import { findRun } from '../../../../shared/runs/run-queries.ts';
import { answeredOnce, idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { READ_HERE_BYTES } from '../../operation.ts';
import { acceptReroute } from '../../v1/runs/accept.ts';
import { addOperation } from '../responses.ts';

const TAG = 'Bulk actions';

/** Actions on all orders that match a filter: a reroute is a managed run over stored orders, a release is done at once. */
export default async function bulkActions(app: FastifyInstance): Promise<void> {
  const { db } = app.services;

  addOperation(app, TAG, 'POST /bulk-actions', {
    operationId: 'createBulkAction',
    summary: 'Release or reroute all orders that match',
    description:
      'Only orders that are current or held. A reroute is a run, as of POST /api/v1/runs/reroute with this filter: each order ' +
      'counts as a routed order. A release is done when it is answered: it counts no usage, and takes no place in the queue of ' +
      'runs. If it is interrupted, what was released stays so; send it again for the rest. A file of the orders is a report, ' +
      'which takes the same filters: GET /reports/decisions.',
    headers: idempotencyHeaders,
    bodies: { 'application/json': bulkActionRequest },
    bodyLimit: READ_HERE_BYTES,
    status: 202,
    answer: bulkAction.describe('A reroute was accepted, a release is completed.'),
    handle: async (request, reply) => {
      const { principal, wholeBody } = request;
      const sent = bulkActionRequest.parse(readPatch(bulkActionRequest, wholeBody));
      if (sent.action === 'reroute') {
        const { filter, reroute } = sent;
        const asked = { filter, ...reroute };
        const answered = await acceptReroute(request, asked, async (_tx, run) => viewBulkReroute(run));
        const { bulk_action_id } = JSON.parse(answered.answer) as BulkActionView;
        reply.header('location', `${app.prefix}/bulk-actions/${bulk_action_id}`);
        return sendAnswer(reply, answered);
      }
      const answered = await answeredOnce(request, async (saveKey) => {
        const created_at = new Date().toISOString();
        const progress = await releaseOrders(app.services, principal, sent.filter);
        const at = new Date().toISOString();
        const response = JSON.stringify({
          ...{ bulk_action_id: null, action: 'release', filter: sent.filter, reroute: null },
          ...{ status: 'completed', failure: null, requested_by: principal.by.name },
          ...{ created_at, updated_at: at, finished_at: at, progress, failures: [] },
        } satisfies Record<keyof BulkActionView, unknown>);
        // In a transaction of its own: to release twice has the same effect as once.
        const key = saveKey(response);
        if (key.length > 0) await inTransaction(db.pool, (tx) => pipeline(tx).commitWith({ key }));
        return response;
      });
      return sendAnswer(reply, answered);
    },
  });

  addOperation(app, TAG, 'GET /bulk-actions', {
    operationId: 'listBulkActions',
    summary: 'List bulk reroutes',
    query: bulkActionsQuery,
    answer: bulkActionPage.describe('A page of bulk reroutes.'),
    handle: ({ query, principal }) => listBulkReroutes(db.pool, principal.ledger_id, query),
  });

  addOperation(app, TAG, 'GET /bulk-actions/:bulk_action_id', {
    operationId: 'getBulkAction',
    summary: 'Show a bulk reroute and how far it is',
    params: bulkActionParams,
    answer: bulkAction.describe('The bulk reroute.'),
    handle: async ({ params, principal }) =>
      viewBulkReroute(await findBulkReroute(db.pool, principal.ledger_id, params.bulk_action_id)),
  });

  addOperation(app, TAG, 'POST /bulk-actions/:bulk_action_id/cancel', {
    operationId: 'cancelBulkAction',
    summary: 'Cancel a bulk reroute',
    description: 'Stops its run at the next step. What it did stays done. Takes no body.',
    params: bulkActionParams,
    answer: bulkAction.describe('The bulk reroute.'),
    handle: async ({ params, principal }) => {
      const { ledger_id } = principal;
      const { id } = await findBulkReroute(db.pool, ledger_id, params.bulk_action_id);
      await cancelRun(db, principal, id);
      return viewBulkReroute(await findRun(db.pool, ledger_id, id));
    },
  });
}
