import type { FastifyRequest } from 'fastify';
import { loadManagedRun } from '../../../../shared/runs/managed/managed-run.ts';
import { enqueueFirstInQueue, enqueueRun } from '../../../../shared/work/enqueue-due.ts';
import { enqueue } from '../../../enqueue.ts';

/** Adds the jobs of a run that was accepted. */
export function enqueueAccepted({ server, log }: FastifyRequest, runId: number): void {
  const { db, queues } = server.services;
  enqueue(log, 'a run', async () => {
    const run = await loadManagedRun(db.pool, runId);
    if (run !== null) await enqueueRun(db.pool, queues, run);
  });
}

/** Adds the job of the run that a sync may have started. */
export function enqueueAfterSync({ server, log, principal }: FastifyRequest): void {
  const { db, queues } = server.services;
  enqueue(log, 'a run', () => enqueueFirstInQueue(db.pool, queues, principal.ledger_id));
}
