import { randomUUID } from 'node:crypto';
import { reportAlive, reportStopped } from '../shared/workers/live-workers.ts';
import type { WorkerDeps } from './app.ts';

const EVERY_MS = 3_000;

/**
 * Reports every few seconds that this worker can take jobs, as long as it reaches the database and the queue. BullMQ's
 * own list of workers is empty on its PostgreSQL backend.
 */
export function startHeartbeat({ db, queues, logger }: Pick<WorkerDeps, 'db' | 'queues' | 'logger'>): {
  close(): Promise<void>;
} {
  const id = randomUUID();
  let beat: Promise<void> | null = null;
  const report = async () => {
    try {
      await queues.ping();
      await reportAlive(db.pool, id);
    } catch (error) {
      logger.warn({ err: error }, 'the worker could not report that it is alive; trying again');
    }
  };
  const start = () => {
    beat ??= report().finally(() => {
      beat = null;
    });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await beat;
      await reportStopped(db.pool, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'the worker could not report that it stops'),
      );
    },
  };
}
