import { randomUUID } from 'node:crypto';
import { reportAlive, reportStopped } from '../shared/db/queue/live-workers.ts';
import { type PeriodicTask, startPeriodicTask } from '../shared/foundation/periodic-task.ts';
import type { WorkerServices } from './job-workers.ts';

const EVERY_MS = 3_000;

/**
 * Reports every few seconds that this worker can take jobs, as long as it reaches the database and the queue. BullMQ's
 * own list of workers is empty on its PostgreSQL backend.
 */
export function startHeartbeat({ db, queues, logger }: WorkerServices): PeriodicTask {
  const id = randomUUID();
  const reports = startPeriodicTask(
    async () => {
      await queues.ping();
      await reportAlive(db.pool, id);
    },
    { everyMs: EVERY_MS, logger, failed: 'the worker could not report that it is alive; trying again' },
  );
  return {
    async close() {
      await reports.close();
      await reportStopped(db.pool, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'the worker could not report that it stops'),
      );
    },
  };
}
