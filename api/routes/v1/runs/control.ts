import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { runParams, runView } from '../../../../shared/contracts/run.ts';
import { pipeline } from '../../../../shared/db/pipeline.ts';
import { inLockedTransaction, inTransaction } from '../../../../shared/db/transaction.ts';
import { afterCommit } from '../../../../shared/foundation/errors/after-commit.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import { auditEntry } from '../../../../shared/identity/audit.ts';
import { workLock } from '../../../../shared/runs/background-work.ts';
import { cancelRun, retryRun } from '../../../../shared/runs/managed/managed-run.ts';
import { findRun, type ShownRun, viewRun } from '../../../../shared/runs/run-queries.ts';
import { enqueueRun } from '../../../../shared/work/jobs.ts';
import { enqueue } from '../../../enqueue.ts';
import { answeredOnce, idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { addOperation, noSuchRun } from '../responses.ts';

/** Stops a run, or lets a failed one go on (docs/guides/runs.md). */
export default async function control(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Runs', 'POST /runs/:routing_run_id/cancel', {
    operationId: 'cancelRun',
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

  addOperation(app, 'Runs', 'POST /runs/:routing_run_id/retry', {
    operationId: 'retryRun',
    summary: 'Retry a failed run',
    description:
      'Continues a failed run where it stopped. It takes its old place among the runs that use up the same stock, ' +
      'and no order is decided or counted twice. Takes no body.',
    params: runParams,
    headers: idempotencyHeaders,
    answer: runView.describe('The run, queued or running again.'),
    responses: {
      ...noSuchRun,
      409: errorBody.describe(
        'The run has not failed, or it failed before all of its orders were received; or the Idempotency-Key ' +
          'was used with another request.',
      ),
    },
    handle: async (request, reply) => {
      const { db, queues } = app.services;
      const { client_id, ledger_id } = request.principal;
      const answered = await answeredOnce(request, async (saveKey) => {
        const found = await findRun(db.pool, ledger_id, request.params.routing_run_id);
        const { run, response } = await inLockedTransaction(
          db,
          workLock(client_id, 'runs', found.id),
          async (tx) => {
            const run = await retryRun(tx, found.id);
            if (run === null) throw cannotRetry(await findRun(tx, ledger_id, found.id));
            const response = JSON.stringify(await viewRun(tx, await findRun(tx, ledger_id, run.id)));
            await pipeline(tx).commitWith({ audit: auditOf(request, run.id), key: saveKey(response) });
            return { run, response };
          },
        );
        enqueue(request.log, 'a run', () => enqueueRun(db.pool, queues, run));
        return response;
      });
      return sendAnswer(reply, answered);
    },
  });
}

/** The entry of the audit log, which names people and tokens; null for an API key. */
function auditOf({ account }: Partial<Pick<FastifyRequest, 'account'>>, runId: number) {
  if (account === undefined) return null;
  const { client_id, who } = account;
  return auditEntry({ client_id, who, action: 'runs.retry', subject: `runs/${runId}`, changes: [] });
}

function cannotRetry({ id, status }: Pick<ShownRun, 'id' | 'status'>): AppError {
  return new AppError(
    'run_not_failed',
    status === 'failed'
      ? `Run ${id} failed before all of its orders were received. Send it again.`
      : `Run ${id} is ${status}. Only a failed run can be retried.`,
  );
}
