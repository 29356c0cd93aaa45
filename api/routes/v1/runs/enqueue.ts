import type { FastifyRequest } from 'fastify';
import { enqueueFirstInQueue, enqueueRun } from '../../../../shared/routing/managed/enqueue-run.ts';
import { loadManagedRun } from '../../../../shared/routing/managed/managed-run.ts';

// Not awaited: a run is safe in the database, and workers find a run whose jobs are lost.

/** Adds the jobs of a run that was accepted. */
export function enqueueAccepted(request: FastifyRequest, runId: number): void {
  const { db, queues } = request.server.services;
  const enqueue = async () => {
    const run = await loadManagedRun(db.pool, runId);
    if (run !== null) await enqueueRun(db.pool, queues, run);
  };
  enqueue().catch((error: unknown) => request.log.warn(error, 'a run could not be queued'));
}

/** Adds the job of the run that a sync may have started. */
export function enqueueAfterSync(request: FastifyRequest): void {
  const { db, queues } = request.server.services;
  enqueueFirstInQueue(db.pool, queues, request.principal.ledger_id).catch((error: unknown) =>
    request.log.warn(error, 'a run could not be queued'),
  );
}
