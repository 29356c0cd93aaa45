import type { FastifyBaseLogger } from 'fastify';
import { QueueUnreached } from '../shared/work/job-queues.ts';

/** Adds jobs of `what` without waiting: it is safe in the database, and workers find work whose jobs are lost. */
export function enqueue(log: FastifyBaseLogger, what: string, add: () => Promise<unknown>): void {
  add().catch((error: unknown) => {
    if (!(error instanceof QueueUnreached)) log.warn(error, `${what} could not be queued`);
  });
}
