import type { Database } from '../db/database.ts';
import { createQueueBackend } from '../db/queue/queue-backend.ts';
import { JobQueues } from '../work/job-queues.ts';

/** The queues of a test's own database. */
export function openTestQueues(db: Database): JobQueues {
  const backend = createQueueBackend({ redisUrl: null, queuePrefix: 'test' }, db.url);
  // Errors of connections are ignored, because a test that adds or awaits a job fails anyway.
  return new JobQueues(backend, () => undefined);
}
