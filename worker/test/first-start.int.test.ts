import pino from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { QUEUE_NAMES } from '../../shared/work/job-queues.ts';
import { startWorker } from '../app.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

/** Whether each queue has been asked for stalled jobs, which a worker does at its start and then every 5 seconds. */
async function haveBeenAsked(): Promise<boolean> {
  const { rows } = await db.pool.query<{ queues: number }>(
    `SELECT count(*) AS queues FROM bullmq.meta WHERE field = 'stalled-check'`,
  );
  return Number(rows[0]!.queues) === QUEUE_NAMES.length;
}

it('a worker on a database that no queue has used yet warns of nothing', async () => {
  const warnings: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
  const worker = startWorker(db.url, loadConfig({ WORKER_THREADS: '1' }), { logger, secrets: TEST_SECRETS });
  onTestFinished(() => worker.stop());
  await expect.poll(() => haveBeenAsked().catch(() => false), { interval: 50 }).toBe(true);
  await worker.stop();
  expect(warnings).toEqual([]);
});
