import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunView } from '../../../../shared/contracts/run.ts';
import { afterCommit } from '../../../../shared/foundation/errors/after-commit.ts';
import { type RunRequest, receiveRun } from '../../../../shared/runs/managed/receive-run.ts';
import { asAccepted, findRun, viewRun } from '../../../../shared/runs/run-queries.ts';
import { contentEncodingOf } from '../../../bodies/formats.ts';
import { pacedBody } from '../../../bodies/paced-body.ts';
import { endpointOf, idempotencyKeyOf, markReplayed } from '../../../idempotency.ts';
import { enqueueAccepted } from './enqueue.ts';

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
