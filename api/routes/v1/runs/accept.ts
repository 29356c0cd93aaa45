import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { assertWithinPlan } from '../../../../shared/account/usage.ts';
import { refuseUnknownWarehouses, toReroute } from '../../../../shared/contracts/reroute.ts';
import type { RerouteRunRequest } from '../../../../shared/contracts/reroute-run.ts';
import type { RunView } from '../../../../shared/contracts/run.ts';
import { afterCommit } from '../../../../shared/foundation/errors/after-commit.ts';
import { startRerouteRun } from '../../../../shared/ledger/reroute-run.ts';
import { loadManagedRun } from '../../../../shared/runs/managed/managed-run.ts';
import { type RunRequest, receiveRun } from '../../../../shared/runs/managed/receive-run.ts';
import { asAccepted, findRun, type ShownRun, viewRun } from '../../../../shared/runs/run-queries.ts';
import { enqueueFirstInQueue, enqueueRun } from '../../../../shared/work/jobs.ts';
import { contentEncodingOf } from '../../../bodies/formats.ts';
import { pacedBody } from '../../../bodies/paced-body.ts';
import { enqueue } from '../../../enqueue.ts';
import { answeredOnce, endpointOf, idempotencyKeyOf, markReplayed } from '../../../idempotency.ts';

/**
 * Accepts a run over stored orders once for each Idempotency-Key, and answers with it as `present` shows it.
 * Throws AppError: not_found, unknown_warehouse, usage_limit.
 */
export async function acceptReroute(
  request: FastifyRequest,
  wanted: RerouteRunRequest,
  present: (tx: pg.PoolClient, run: ShownRun) => Promise<object>,
) {
  const { principal } = request;
  const { db, ledgerQueues, now } = request.server.services;
  const { ledger_id } = principal;
  const { configuration } = await loadConfiguration(db, principal.configuration_id);
  refuseUnknownWarehouses(toReroute(wanted), configuration.warehouses);
  let accepted: number | null = null;
  const answered = await answeredOnce(request, async (saveKey) => {
    if (wanted.routing_run_id) await findRun(db.pool, ledger_id, wanted.routing_run_id);
    await assertWithinPlan(db.pool, principal, 1, now());
    return ledgerQueues.pushAlone(principal, {}, async (tx) => {
      accepted = await startRerouteRun(tx, principal, wanted);
      const run = asAccepted(await findRun(tx, ledger_id, accepted));
      const response = JSON.stringify(await present(tx, run));
      return { answer: response, save: saveKey(response) };
    });
  });
  if (accepted !== null) enqueueAccepted(request, accepted);
  return answered;
}

/**
 * Takes the request's body as a managed run, puts it in the queue, and sets status 202 and the run's address. Returns the
 * run as it was accepted. `endpoint` is the endpoint that an Idempotency-Key belongs to.
 */
export async function answerReceivedRun(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<RunRequest, 'format' | 'on_invalid' | 'zip_leading_zeros' | 'takes_holds'>,
  endpoint = endpointOf(request),
): Promise<RunView> {
  const { principal } = request;
  const { db, streamLimitBytes } = app.services;
  const key = idempotencyKeyOf(request);
  const encoding = contentEncodingOf(request);
  const { memory, receivingRuns } = app.bodies;
  const { id, replayed } = await receivingRuns.run(principal.client_id, async () => {
    const ofOrders = memory.open(principal.client_id);
    return receiveRun(app.services, principal, {
      ...options,
      body: pacedBody(app, request),
      encoding,
      limitBytes: streamLimitBytes,
      memory: ofOrders,
      idempotency: key === null ? null : { key, endpoint },
    }).finally(() => ofOrders.release());
  });
  markReplayed(reply, replayed);
  enqueueAccepted(request, id);
  reply.code(202).header('location', `${app.prefix}/runs/${id}`);
  return afterCommit(async () =>
    viewRun(db.pool, asAccepted(await findRun(db.pool, principal.ledger_id, id))),
  );
}

/** Adds the jobs of a run that was accepted. */
function enqueueAccepted({ server, log }: FastifyRequest, runId: number): void {
  const { db, queues } = server.services;
  enqueue(log, 'a run', async () => {
    const run = await loadManagedRun(db.pool, runId);
    if (run !== null) await enqueueRun(db.pool, queues, run);
  });
}

/** Adds the job of the run that a sync or a change of stock may have started: none if the account wants no such runs. */
export function enqueueAfterSync({ server, log, principal }: FastifyRequest): void {
  const { db, queues } = server.services;
  enqueue(log, 'a run', async () => {
    const { reroute_on_sync } = await loadConfiguration(db, principal.configuration_id);
    if (reroute_on_sync.enabled) await enqueueFirstInQueue(db.pool, queues, principal.ledger_id);
  });
}
