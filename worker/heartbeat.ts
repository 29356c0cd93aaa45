import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../shared/db/database.ts';
import { reportAlive, reportStopped } from '../shared/db/queue/live-workers.ts';
import type { JobQueues } from '../shared/routing/managed/job-queues.ts';
import { type Rounds, startRounds } from './rounds.ts';

const EVERY_MS = 3_000;

interface HeartbeatDeps {
  readonly db: Database;
  readonly queues: JobQueues;
  readonly logger: Logger;
}

/**
 * Reports every few seconds that this worker can take jobs, as long as it reaches the database and the queue. BullMQ's
 * own list of workers is empty on its PostgreSQL backend.
 */
export function startHeartbeat({ db, queues, logger }: HeartbeatDeps): Rounds {
  const id = randomUUID();
  const reports = startRounds(
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
