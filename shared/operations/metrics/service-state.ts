import type { Database } from '../../db/database.ts';
import { countLiveWorkers } from '../../db/queue/live-workers.ts';
import type { JobQueues } from '../../routing/managed/job-queues.ts';
import { ageOfOldestWaitingJob, nullIfLate } from './backlog-metrics.ts';

const FAILURES_SHOWN = 20;

/** A queue's jobs by state. */
export interface QueueState {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly oldest_waiting_seconds: number;
}

/** A managed run that failed and waits for a person. */
export interface FailedRun {
  readonly client: string;
  readonly environment: 'test' | 'live';
  readonly routing_run_id: number;
  readonly failure: string | null;
  readonly at: string;
}

/** What operators see of the whole service. A part that cannot be reached shows nothing. */
export interface ServiceState {
  readonly database: 'ok' | 'unavailable';
  readonly queue: 'ok' | 'unavailable';
  readonly workers: number;
  readonly queues: readonly QueueState[];
  readonly runs: readonly { readonly phase: string; readonly status: string; readonly runs: number }[];
  readonly failures: readonly FailedRun[];
}

/** Reads the service's state. It takes at most some seconds, even if a part cannot be reached. */
export async function readServiceState({
  db,
  queues,
}: {
  readonly db: Pick<Database, 'pool'>;
  readonly queues: JobQueues;
}): Promise<ServiceState> {
  const [stored, queued] = await Promise.all([nullIfLate(readStored(db)), nullIfLate(readQueues(queues))]);
  return {
    database: stored === null ? 'unavailable' : 'ok',
    queue: queued === null ? 'unavailable' : 'ok',
    queues: queued ?? [],
    ...(stored ?? { workers: 0, runs: [], failures: [] }),
  };
}

async function readStored({ pool }: Pick<Database, 'pool'>) {
  const workers = await countLiveWorkers(pool);
  const runs = await pool.query<ServiceState['runs'][number]>(
    `SELECT phase::text, status::text, count(*)::int AS runs FROM runs WHERE phase <> 'done' GROUP BY 1, 2
     ORDER BY 1, 2`,
  );
  const failures = await pool.query<Omit<FailedRun, 'at'> & { at: Date }>(
    `SELECT c.slug AS client, l.environment, r.id AS routing_run_id, r.failure, r.updated_at AS at
     FROM runs r JOIN ledgers l ON l.id = r.ledger_id JOIN clients c ON c.id = r.client_id
     WHERE r.phase <> 'done' AND r.status = 'failed' ORDER BY r.updated_at DESC LIMIT $1`,
    [FAILURES_SHOWN],
  );
  return {
    workers,
    runs: runs.rows,
    failures: failures.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

function readQueues(queues: JobQueues): Promise<QueueState[]> {
  return Promise.all(
    queues.all().map(async (queue) => ({
      name: queue.name,
      counts: await queue.getJobCounts(),
      oldest_waiting_seconds: await ageOfOldestWaitingJob(queue),
    })),
  );
}
