import { checkDomainsDaily, lookUpTxt } from '../shared/account/sso-domains.ts';
import type { Queryable } from '../shared/db/database.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import type { Mailer } from '../shared/foundation/mailer.ts';
import { type PeriodicTask, startPeriodicTask } from '../shared/foundation/periodic-task.ts';
import { expireOrders } from '../shared/ledger/expire-orders.ts';
import type { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import { addToMinute, SAMPLE_MS, sampleService } from '../shared/operations/metrics/service-minutes.ts';
import type { PrunedKind, Retention } from '../shared/operations/retention/prune.ts';
import { readAuditHeads } from '../shared/operations/retention/prune-audit.ts';
import { pruneDaily } from '../shared/operations/retention/prune-daily.ts';
import { endAbandonedRuns } from '../shared/runs/managed/receivers.ts';
import { enqueueDeliveries, enqueueDue } from '../shared/work/jobs.ts';
import type { DeliveryDeps } from '../shared/work/webhooks/deliver.ts';
import { limitDeliveries } from '../shared/work/webhooks/due-deliveries.ts';
import { writeKeyExpiringEvents } from '../shared/work/webhooks/expiring-keys.ts';
import type { WorkerServices } from './job-workers.ts';

const TEN_MINUTES_MS = 10 * 60_000;

/** Starts the work of a worker that is no job, until it is closed. Any number of workers may do it at once. */
export function startHousekeeping(
  {
    db,
    queues,
    logger,
    metrics,
    mailer,
  }: WorkerServices & { readonly metrics: ServiceMetrics; readonly mailer: Mailer | null },
  deliveries: Pick<DeliveryDeps, 'db'>,
  config: Retention & Pick<Config, 'webhookPendingLimit'>,
): PeriodicTask {
  const every = (everyMs: number, failed: string, work: (signal: AbortSignal) => Promise<unknown>) =>
    startPeriodicTask(async (signal) => void (await work(signal)), { everyMs, logger, failed });
  const oneWorkerEvery = (
    everyMs: number,
    task: string,
    failed: string,
    work: (signal: AbortSignal) => Promise<unknown>,
  ) => every(everyMs, failed, async (signal) => (await takeRound(db.pool, task, everyMs)) && work(signal));
  const started = [
    // Jobs may be lost, and the process that receives a run may die.
    oneWorkerEvery(2_000, 'due work', 'work that is due could not be looked for; trying again', async () => {
      await endAbandonedRuns(db);
      await enqueueDue(db, queues);
    }),
    oneWorkerEvery(
      1_000,
      'deliveries',
      'webhooks that are due could not be looked for; trying again',
      async () => {
        await limitDeliveries(deliveries.db, config.webhookPendingLimit);
        await enqueueDeliveries(deliveries.db, queues);
      },
    ),
    oneWorkerEvery(1_000, 'expiries', 'orders that expire could not be released; trying again', (signal) =>
      expireOrders(db, signal),
    ),
    every(TEN_MINUTES_MS, 'keys that expire soon could not be looked for; trying again', () =>
      writeKeyExpiringEvents(deliveries.db),
    ),
    every(TEN_MINUTES_MS, 'domains of single sign-on could not be looked at; trying again', () =>
      checkDomainsDaily(db, lookUpTxt, mailer),
    ),
    every(SAMPLE_MS, 'how the service stands could not be saved; trying again', async () => {
      await addToMinute(db.pool, metrics.recent.take());
      await sampleService(db.pool);
    }),
    // Prunes once a day. Checks more often, because another worker may have stopped in the middle.
    every(TEN_MINUTES_MS, 'could not remove what is too old; trying again', async (signal) => {
      const pruned = await pruneDaily(db, config, signal);
      if (pruned !== null) await logDaily(db, pruned, logger);
    }),
  ];
  return {
    async close() {
      await Promise.all(started.map((task) => task.close()));
    },
  };
}

/** Whether this worker does the next round of a task: one of all workers does, and another one if it was killed. */
async function takeRound(db: Queryable, task: string, everyMs: number): Promise<boolean> {
  // A timer may be a little early.
  const { rowCount } = await db.query(
    `INSERT INTO daily_tasks AS t (task, done_at) VALUES ($1, clock_timestamp())
     ON CONFLICT (task) DO UPDATE SET done_at = excluded.done_at
       WHERE t.done_at < excluded.done_at - make_interval(secs => $2)`,
    [task, (0.9 * everyMs) / 1000],
  );
  return rowCount === 1;
}

/** Heads of audit logs in one line. */
const HEADS_A_LINE = 200;

/** Logs what was removed and, for whoever keeps logs elsewhere, where the audit logs of clients end. */
async function logDaily(
  db: WorkerServices['db'],
  pruned: readonly PrunedKind[],
  logger: WorkerServices['logger'],
): Promise<void> {
  logger.info({ pruned: pruned.filter(({ count }) => count > 0) }, 'removed what was too old');
  const heads = await readAuditHeads(db);
  for (let from = 0; from < heads.length; from += HEADS_A_LINE)
    logger.info({ audit_heads: heads.slice(from, from + HEADS_A_LINE) }, 'ends of the audit logs');
}
