import type { FastifyPluginAsync } from 'fastify';
import { runParams, runView } from '../../../../shared/contracts/run.ts';
import { pipeline } from '../../../../shared/db/pipeline.ts';
import { inTransaction } from '../../../../shared/db/transaction.ts';
import { afterCommit } from '../../../../shared/foundation/errors/after-commit.ts';
import { cancelRun } from '../../../../shared/runs/managed/managed-run.ts';
import { findRun, viewRun } from '../../../../shared/runs/run-queries.ts';
import { answeredOnce, idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { addOperation, noSuchRun } from '../responses.ts';

/** POST /api/v1/runs/{routing_run_id}/cancel (docs/guides/runs.md). */
const cancel: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /runs/:routing_run_id/cancel', {
    operationId: 'cancelRun',
    tag: 'Runs',
    summary: 'Stop a run',
    description:
      'Stops it at its next step. What was decided stays decided; the rest gives its usage back. A run that ' +
      'is still being received is cancelling until its sender hears of it, and saves nothing. A completed ' +
      'or cancelled run stays as it is. Takes no body.',
    params: runParams,
    headers: idempotencyHeaders,
    answer: runView,
    responses: noSuchRun,
    handle: async (request, reply) => {
      const { db } = app.services;
      const { ledger_id } = request.principal;
      const answered = await answeredOnce(request, async (saveKey) => {
        const { id } = await findRun(db.pool, ledger_id, request.params.routing_run_id);
        await cancelRun(db, request.principal, id);
        return afterCommit(async () => {
          const response = JSON.stringify(await viewRun(db.pool, await findRun(db.pool, ledger_id, id)));
          const key = saveKey(response);
          // In a transaction of its own, because to cancel a run twice has the same effect as once.
          if (key.length > 0) await inTransaction(db.pool, (tx) => pipeline(tx).commitWith({ key }));
          return response;
        });
      });
      return sendAnswer(reply, answered);
    },
  });
};

export default cancel;
