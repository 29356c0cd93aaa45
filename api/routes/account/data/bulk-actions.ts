import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/accounts/configurations.ts';
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
import { inTransaction } from '../../../../shared/db/transaction.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import {
  createBulkAction,
  endBulkAction,
  exportedRows,
  findBulkAction,
  listBulkActions,
  viewBulkAction,
} from '../../../../shared/routing/bulk/bulk-actions.ts';
import { enqueueBulkAction } from '../../../../shared/routing/bulk/enqueue-bulk-actions.ts';
import { ordersCsvHeader } from '../../../../shared/routing/bulk/orders-csv.ts';
import { answeredOnce, idempotencyHeaders } from '../../../idempotency.ts';
import { sendJson } from '../../../send-json.ts';
import { sendStream } from '../../../send-stream.ts';
import { idempotencyErrors } from '../../v1/responses.ts';
import { bodyErrors } from '../responses.ts';
import { addRead } from './add-read.ts';

const TAG = 'Bulk actions';

/** Actions on all orders that match a filter. Jobs do them, so they go on when nobody looks. */
const bulkActions: FastifyPluginAsyncZod = async (app) => {
  const { db, queues } = app.services;

  app.post(
    '/bulk-actions',
    {
      config: { ownBodies: { 'application/json': bulkActionRequest } },
      schema: {
        operationId: 'createBulkAction',
        tags: [TAG],
        summary: 'Release, reroute or export all orders that match',
        description:
          'Finds the orders that match the filter now, then acts on them one after another in the background. Each is ' +
          'looked up again right before: one that no longer matches is skipped. A reroute counts as a routed order ' +
          'each, and stops if the plan admits no more. An export is a CSV file. At most 10 actions of an environment ' +
          'run at once. An action is kept for 30 days after it ends.',
        headers: idempotencyHeaders,
        response: {
          202: bulkAction.describe('The action was accepted.'),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
    },
    async (request, reply) => {
      const { account, principal, wholeBody } = request;
      const { ledger_id } = principal;
      const sent = readPatch(bulkActionRequest, wholeBody) as z.input<typeof bulkActionRequest>;
      if (sent.action === 'reroute' && sent.reroute) {
        const { configuration } = await loadConfiguration(db, principal.configuration_id);
        refuseUnknownWarehouses(toReroute(sent.reroute), configuration.warehouses);
      }
      const answer = await answeredOnce(request, reply, async (saveKey) => {
        const { action, response } = await inTransaction(db.pool, async (tx) => {
          const action = await createBulkAction(tx, ledger_id, sent, account.who.name);
          const response = JSON.stringify(await viewBulkAction(tx, action));
          await pipeline(tx).commitWith({ key: saveKey(response) });
          return { action, response };
        });
        // Not awaited: workers find an action whose job is lost.
        enqueueBulkAction(queues, action).catch((error: unknown) =>
          request.log.warn(error, 'a bulk action could not be queued'),
        );
        return response;
      });
      const { bulk_action_id } = JSON.parse(answer) as z.infer<typeof bulkAction>;
      reply.code(202).header('location', `${app.prefix}/bulk-actions/${bulk_action_id}`);
      return sendJson(reply, answer);
    },
  );

  addRead(app, '/bulk-actions', {
    operationId: 'listBulkActions',
    tag: TAG,
    summary: 'List bulk actions',
    query: bulkActionsQuery,
    answer: bulkActionPage.describe('A page of bulk actions.'),
    read: ({ query, principal }) => listBulkActions(db.pool, principal.ledger_id, query),
  });

  addRead(app, '/bulk-actions/:bulk_action_id', {
    operationId: 'getBulkAction',
    tag: TAG,
    summary: 'Show a bulk action and how far it is',
    params: bulkActionParams,
    answer: bulkAction.describe('The bulk action.'),
    read: async ({ params, principal }) =>
      viewBulkAction(db.pool, await findBulkAction(db.pool, principal.ledger_id, params.bulk_action_id)),
  });

  app.post(
    '/bulk-actions/:bulk_action_id/cancel',
    {
      schema: {
        operationId: 'cancelBulkAction',
        tags: [TAG],
        summary: 'Cancel a bulk action',
        description: 'Stops it before its next order. What it did stays done. Takes no body.',
        params: bulkActionParams,
        response: { 200: bulkAction.describe('The bulk action.') },
      },
    },
    async ({ params, principal }) => {
      const { ledger_id } = principal;
      const action = await findBulkAction(db.pool, ledger_id, params.bulk_action_id);
      await endBulkAction(db.pool, action, 'cancelled');
      return viewBulkAction(db.pool, await findBulkAction(db.pool, ledger_id, action.id));
    },
  );

  app.get(
    '/bulk-actions/:bulk_action_id/orders.csv',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'downloadBulkExport',
        tags: [TAG],
        summary: 'Download the orders of an export',
        params: bulkActionParams,
        response: {
          200: { description: 'A row an order.', content: { 'text/csv': { schema: z.string() } } },
        },
      },
    },
    async ({ params, principal }, reply) => {
      const action = await findBulkAction(db.pool, principal.ledger_id, params.bulk_action_id);
      if (action.kind !== 'export' || action.status !== 'completed')
        throw new AppError('not_found', 'There is no file: only a completed export has one.');
      async function* rows() {
        yield ordersCsvHeader();
        yield* exportedRows(db.pool, action);
      }
      reply.header('content-disposition', 'attachment; filename="orders.csv"');
      return sendStream(reply, 'text/csv', rows());
    },
  );
};

export default bulkActions;
