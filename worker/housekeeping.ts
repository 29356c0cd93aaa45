import { checkDomainsDaily, lookUpTxt } from '../shared/account/sso-domains.ts';
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
import { enqueueDeliveries, enqueueDue } from '../shared/work/enqueue-due.ts';
import type { DeliveryDeps } from '../shared/work/webhooks/deliver.ts';
import { dropDeliveries } from '../shared/work/webhooks/due-deliveries.ts';
import { writeKeyExpiringEvents } from '../shared/work/webhooks/expiring-keys.ts';
import type { WorkerServices } from './work-job.ts';

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
  const started = [
    // Jobs may be lost, and the process that receives a run may die.
    startPeriodicTask(
      async () => {
        await endAbandonedRuns(db);
        await enqueueDue(db, queues);
      },
      {
        everyMs: 2_000,
        logger,
        failed: 'work that is due could not be looked for; trying again',
      },
    ),
    startPeriodicTask(
      async () => {
        await dropDeliveries(deliveries.db, config.webhookPendingLimit);
        await enqueueDeliveries(deliveries.db, queues);
      },
      { everyMs: 1_000, logger, failed: 'webhooks that are due could not be looked for; trying again' },
    ),
    startPeriodicTask((signal) => expireOrders(db, signal), {
      everyMs: 1_000,
      logger,
      failed: 'orders that expire could not be released; trying again',
    }),
    startPeriodicTask(() => writeKeyExpiringEvents(deliveries.db), {
      everyMs: 10 * 60_000,
      logger,
      failed: 'keys that expire soon could not be looked for; trying again',
    }),
    startPeriodicTask(() => checkDomainsDaily(db, lookUpTxt, mailer), {
      everyMs: 10 * 60_000,
      logger,
      failed: 'domains of single sign-on could not be looked at; trying again',
    }),
    startPeriodicTask(
      async () => {
        await addToMinute(db.pool, metrics.recent.take());
        await sampleService(db.pool);
      },
      { everyMs: SAMPLE_MS, logger, failed: 'how the service stands could not be saved; trying again' },
    ),
    // Prunes once a day. Checks more often, because another worker may have stopped in the middle.
    startPeriodicTask(
      async (signal) => {
        const pruned = await pruneDaily(db, config, signal);
        if (pruned !== null) await logDaily(db, pruned, logger);
      },
      { everyMs: 10 * 60_000, logger, failed: 'could not remove what is too old; trying again' },
    ),
  ];
  return {
    async close() {
      await Promise.all(started.map((task) => task.close()));
    },
  };
}

/** Heads of audit logs in one line. */
const HEADS_A_LINE = 200;

/** Logs what was removed and, for whoever keeps logs elsewhere, where the audit logs of clients end. */
async function logDaily(
  db: WorkerServices['db'],
  pruned: readonly PrunedKind[],
  logger: WorkerServices['logger'],
): Promise<void> {
  logger.info({ pruned }, 'removed what was too old');
  const heads = await readAuditHeads(db);
  for (let from = 0; from < heads.length; from += HEADS_A_LINE)
    logger.info({ audit_heads: heads.slice(from, from + HEADS_A_LINE) }, 'ends of the audit logs');
}
