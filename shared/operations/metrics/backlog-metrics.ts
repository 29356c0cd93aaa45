import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../../db/database.ts';
import { countLiveWorkers } from '../../db/queue/live-workers.ts';
import { WORKABLE } from '../../runs/managed/run-states.ts';
import type { JobQueues } from '../../work/job-queues.ts';

interface Backlog {
  readonly db: { readonly pool: Queryable };
  readonly queues: JobQueues;
}

interface Sample {
  readonly labels: Record<string, string>;
  readonly value: number;
}

interface BacklogGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: (backlog: Backlog) => Promise<readonly Sample[]>;
}

/** A database or queue that takes longer counts as unavailable: its metrics have no value. */
const TIMEOUT_MS = 2_000;

const GAUGES: readonly BacklogGauge[] = [
  {
    name: 'queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    read: async ({ queues }) => {
      const ofQueue = async (queue: Queue) =>
        Object.entries(await queue.getJobCounts()).map(([state, value]) => ({
          labels: { queue: queue.name, state },
          value,
        }));
      return (await Promise.all(queues.all().map(ofQueue))).flat();
    },
  },
  {
    name: 'queue_oldest_waiting_job_seconds',
    help: 'Age of the oldest job that waits for a worker, by queue; 0 if none waits',
    labelNames: ['queue'],
    read: ({ queues }) =>
      Promise.all(
        queues.all().map(async (queue) => ({
          labels: { queue: queue.name },
          value: await ageOfOldestWaitingJob(queue),
        })),
      ),
  },
  {
    name: 'runs',
    help: 'Managed runs that are not done, by phase and status',
    labelNames: ['phase', 'status'],
    read: async ({ db }) =>
      (await countRuns(db.pool)).map(({ runs, ...labels }) => ({ labels, value: runs })),
  },
  {
    name: 'workers',
    help: 'Workers of all processes: alive are those that can take jobs',
    labelNames: ['state'], // without a label, a value that cannot be read would be 0
    read: async ({ db }) => [{ labels: { state: 'alive' }, value: await countLiveWorkers(db.pool) }],
  },
];

/**
 * Adds metrics of the work of the whole service. They are read when they are scraped, so every process shows the same
 * numbers. What cannot be read in time has no value. Does nothing if the registry has them already, because API and
 * worker of one process share a registry.
 */
export function addBacklogMetrics(registry: Registry, backlog: Backlog): void {
  for (const { name, help, labelNames, read } of GAUGES) {
    if (registry.getSingleMetric(name) !== undefined) return;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const samples = (await nullIfLate(read(backlog))) ?? [];
        for (const { labels, value } of samples) this.set(labels, value);
      },
    });
  }
}

/** The result of a read; null: it failed or took too long. */
export async function nullIfLate<T>(reading: Promise<T>): Promise<T | null> {
  const late = delay(TIMEOUT_MS, null, { ref: false });
  return Promise.race([reading.catch(() => null), late]);
}

/** Counts the managed runs that are not done. Of those that jobs may work on, `failing` are those whose step failed. */
export async function countRuns(
  db: Queryable,
): Promise<{ readonly phase: string; readonly status: string; readonly runs: number }[]> {
  const { rows } = await db.query(
    `SELECT phase::text, CASE WHEN ${WORKABLE} AND retry_at IS NOT NULL THEN 'failing' ELSE status::text END AS status,
       count(*)::int AS runs
     FROM runs WHERE phase <> 'done' GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return rows;
}

/** The age in seconds; 0: no job waits. The oldest job is the one with the smallest id, whatever its priority. */
export async function ageOfOldestWaitingJob(queue: Queue): Promise<number> {
  const ids = await queue.getRanges(['wait', 'prioritized'], 0, -1);
  if (ids.length === 0) return 0;
  const oldest = await queue.getJob(String(Math.min(...ids.map(Number))));
  return oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1000);
}
