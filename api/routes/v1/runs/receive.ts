import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunView } from '../../../../shared/contracts/run.ts';
import { afterCommit } from '../../../../shared/errors/after-commit.ts';
import { enqueueRun } from '../../../../shared/runs/managed/enqueue-run.ts';
import { loadManagedRun } from '../../../../shared/runs/managed/managed-run.ts';
import { type RunRequest, receiveRun } from '../../../../shared/runs/managed/receive-run.ts';
import { asAccepted, findRun, viewRun } from '../../../../shared/runs/run-queries.ts';
import { contentEncodingOf } from '../../../bodies/formats.ts';
import { pacedBody } from '../../../bodies/paced-body.ts';
import { endpointOf, idempotencyKeyOf, markReplayed } from '../../../idempotency.ts';

/**
 * Takes the request's body as a managed run, sees to it that it is worked, and answers 202 with where to find
 * it. Returns the run as it was accepted. `endpoint` is what an Idempotency-Key stands for.
 */
export async function answerReceivedRun(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<RunRequest, 'format' | 'on_invalid' | 'zip_leading_zeros'>,
  endpoint = endpointOf(request),
): Promise<RunView> {
  const { principal } = request;
  const { db, now, ledgerTurns, clientTurns } = app.services;
  const key = idempotencyKeyOf(request);
  const encoding = contentEncodingOf(request);
  const memory = app.bodies.memory.open(principal.client_id);
  const deps = { db, now, ledgerTurns, clientTurns, receivers: app.receivers };
  const { routing_run_id, replayed } = await receiveRun(deps, principal, {
    ...options,
    body: pacedBody(app, request),
    encoding,
    limitBytes: app.services.streamLimitBytes,
    memory,
    idempotency: key === null ? null : { key, endpoint },
  }).finally(() => memory.release());
  markReplayed(reply, replayed);
  // Not waited for: the run is safe in the database, and one whose jobs are lost is found by the workers.
  enqueue(app, routing_run_id).catch((error) => request.log.warn(error, 'a run could not be queued'));
  reply.code(202).header('location', `${app.prefix}/runs/${routing_run_id}`);
  return afterCommit(async () =>
    viewRun(db.pool, asAccepted(await findRun(db.pool, principal.ledger_id, routing_run_id))),
  );
}

async function enqueue({ services }: FastifyInstance, runId: number): Promise<void> {
  const run = await loadManagedRun(services.db.pool, runId);
  if (run !== null) await enqueueRun(services.db.pool, services.queues, run);
}
