import type { Database } from '../db/database.ts';
import { createQueueBackend } from '../queue/queue-backend.ts';
import { RunQueues } from '../queue/run-queues.ts';

/** The queues of a test's own database. */
export function openTestQueues(db: Database): RunQueues {
  const backend = createQueueBackend({ redisUrl: null, queuePrefix: 'test' }, db.url);
  // What cannot be reached shows where a job is added or awaited.
  return new RunQueues(backend, () => undefined);
}
