import type { Database } from '../db/database.ts';
import { createQueueBackend } from '../queue/queue-backend.ts';
import { JobQueues } from '../runs/managed/job-queues.ts';

/** The queues of a test's own database. */
export function openTestQueues(db: Database): JobQueues {
  const backend = createQueueBackend({ redisUrl: null, queuePrefix: 'test' }, db.url);
  // What cannot be reached shows where a job is added or awaited.
  return new JobQueues(backend, () => undefined);
}
