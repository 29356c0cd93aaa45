import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../../db/database.ts';
import { countLiveWorkers } from '../../db/queue/live-workers.ts';
import type { JobQueues } from '../../routing/managed/job-queues.ts';

interface Backlog {
  readonly db: { readonly pool: Queryable };
  readonly queues: JobQueues;
}

/** A database or queue that takes longer counts as unavailable: its metrics have no value. */
const PATIENCE_MS = 2_000;

/**
 * Adds metrics of the work of the whole service. They are read when they are scraped, so every process shows the same
 * numbers. What cannot be read has no value. Does nothing if the registry has them already, because API and worker of
 * one process share a registry.
 */
export function addBacklogMetrics(registry: Registry, { db, queues }: Backlog): void {
  if (registry.getSingleMetric('queue_jobs') !== undefined) return;
  const registers = [registry];
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers,
    collect() {
      return fillGauge(this, async () => {
        const counted = await Promise.all(queues.all().map((queue) => queue.getJobCounts()));
        return counted.flatMap((counts, at) =>
          Object.entries(counts).map(([state, value]) => ({
            labels: { queue: queues.all()[at]!.name, state },
            value,
          })),
        );
      });
    },
  });
  new Gauge({
    name: 'queue_oldest_waiting_job_seconds',
    help: 'Age of the oldest job that waits for a worker, by queue; 0 if none waits',
    labelNames: ['queue'],
    registers,
    collect() {
      return fillGauge(this, () =>
        Promise.all(
          queues.all().map(async (queue) => ({
            labels: { queue: queue.name },
            value: await ageOfOldestWaitingJob(queue),
          })),
        ),
      );
    },
  });
  new Gauge({
    name: 'runs',
    help: 'Managed runs that are not done, by phase and status',
    labelNames: ['phase', 'status'],
    registers,
    collect() {
      return fillGauge(this, async () => {
        const { rows } = await db.pool.query<{ phase: string; status: string; runs: number }>(
          `SELECT phase, status, count(*)::int AS runs FROM runs WHERE phase <> 'done' GROUP BY 1, 2`,
        );
        return rows.map(({ phase, status, runs }) => ({ labels: { phase, status }, value: runs }));
      });
    },
  });
  new Gauge({
    name: 'workers',
    help: 'Workers of all processes: alive are those that can take jobs',
    labelNames: ['state'], // without a label, a value that cannot be read would be 0
    registers,
    collect() {
      return fillGauge(this, async () => [
        { labels: { state: 'alive' }, value: await countLiveWorkers(db.pool) },
      ]);
    },
  });
}

interface Sample {
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** Sets the gauge to the samples. If they cannot be read in time, the gauge has no value. */
async function fillGauge(gauge: Gauge, read: () => Promise<readonly Sample[]>): Promise<void> {
  gauge.reset();
  const samples = (await nullIfLate(read())) ?? [];
  for (const { labels, value } of samples) gauge.set(labels, value);
}

/** The result of a read; null: it failed or took too long. */
export async function nullIfLate<T>(reading: Promise<T>): Promise<T | null> {
  const late = delay(PATIENCE_MS, null, { ref: false });
  return Promise.race([reading.catch(() => null), late]);
}

/** The age in seconds; 0: no job waits. The oldest job is the one with the smallest id, whatever its priority. */
export async function ageOfOldestWaitingJob(queue: Queue): Promise<number> {
  const ids = await queue.getRanges(['wait', 'prioritized'], 0, -1);
  if (ids.length === 0) return 0;
  const oldest = await queue.getJob(String(Math.min(...ids.map(Number))));
  return oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1000);
}
