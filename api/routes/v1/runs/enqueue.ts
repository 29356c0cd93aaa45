import type { FastifyRequest } from 'fastify';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
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

/** Adds the job of the run that a sync or a change of stock may have started: none if the account wants no such runs. */
export function enqueueAfterSync({ server, log, principal }: FastifyRequest): void {
  const { db, queues } = server.services;
  enqueue(log, 'a run', async () => {
    const { reroute_on_sync } = await loadConfiguration(db, principal.configuration_id);
    if (reroute_on_sync.enabled) await enqueueFirstInQueue(db.pool, queues, principal.ledger_id);
  });
}
