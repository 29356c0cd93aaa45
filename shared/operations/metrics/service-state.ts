import type { z } from 'zod';
import type { serviceView } from '../../contracts/account/operators.ts';
import type { Database } from '../../db/database.ts';
import { countLiveWorkers } from '../../db/queue/live-workers.ts';
import { WORKABLE } from '../../runs/managed/run-states.ts';
import type { JobQueues } from '../../work/job-queues.ts';
import { ageOfOldestWaitingJob, countRuns, nullIfLate } from './backlog-metrics.ts';

const RUNS_SHOWN = 20;

/** What operators see of the whole service. A part that cannot be reached shows nothing. */
export type ServiceState = Omit<z.output<typeof serviceView>, 'version' | 'is_copy'>;

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
    ...(stored ?? { workers: 0, runs: [], failing_count: 0, failing: [], failures: [] }),
  };
}

async function readStored({ pool }: Pick<Database, 'pool'>) {
  const workers = await countLiveWorkers(pool);
  const runs = await countRuns(pool);
  const { rows: failing } = await pool.query<
    Omit<ServiceState['failing'][number], 'retry_at'> & { retry_at: Date }
  >(
    `SELECT c.slug AS client, l.environment, r.id AS routing_run_id, r.client_run_number,
       retry_error AS error, retry_at
     FROM runs r JOIN ledgers l ON l.id = r.ledger_id JOIN clients c ON c.id = r.client_id
     WHERE ${WORKABLE} AND retry_at IS NOT NULL ORDER BY retry_at DESC LIMIT $1`,
    [RUNS_SHOWN],
  );
  const { rows } = await pool.query<Omit<ServiceState['failures'][number], 'at'> & { at: Date }>(
    `SELECT c.slug AS client, l.environment, r.id AS routing_run_id, r.client_run_number,
       r.failure, r.updated_at AS at
     FROM runs r JOIN ledgers l ON l.id = r.ledger_id JOIN clients c ON c.id = r.client_id
     WHERE r.phase <> 'done' AND r.status = 'failed' ORDER BY r.updated_at DESC LIMIT $1`,
    [RUNS_SHOWN],
  );
  return {
    workers,
    runs,
    failing_count: runs.reduce((sum, each) => (each.status === 'failing' ? sum + each.runs : sum), 0),
    failing: failing.map((run) => ({ ...run, retry_at: run.retry_at.toISOString() })),
    failures: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

function readQueues(queues: JobQueues): Promise<ServiceState['queues']> {
  return Promise.all(
    queues.all().map(async (queue) => ({
      name: queue.name,
      paused: await queue.isPaused(),
      counts: await queue.getJobCounts(),
      oldest_waiting_seconds: await ageOfOldestWaitingJob(queue),
    })),
  );
}
