import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createQueueBackend } from '../../shared/db/queue/queue-backend.ts';
import { readServiceState } from '../../shared/operations/metrics/service-state.ts';
import { findRun, viewRun } from '../../shared/runs/run-queries.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { failDecisions } from '../../shared/testing/fail-decisions.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { JobQueues } from '../../shared/work/job-queues.ts';
import { startWorker } from '../app.ts';
import { configOf, FEW_BACKENDS } from './queue-backends.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

describe.each(FEW_BACKENDS)('a run whose decisions cannot be saved, on the %s backend', (kind) => {
  const config = configOf(kind, { WORKER_THREADS: '1' });
  let queues: JobQueues;
  beforeAll(() => {
    queues = new JobQueues(createQueueBackend(config, db.url), () => undefined);
  });
  afterAll(() => queues.close());

  const FAILURES = [
    ['53100', 'job postponed: the database or the queue is not available', false],
    ['P0001', 'job failed', true],
  ] as const;
  it('says so everywhere, by the kind of the failure, and ends when they can be', async () => {
    const logged: { msg: string; err?: { code?: string } }[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
    const worker = startWorker(db.url, config, { logger, secrets: TEST_SECRETS });
    onTestFinished(() => worker.stop());
    for (const [sqlstate, message, usesTries] of FAILURES) {
      const { live } = await createTestAccount(db);
      const accept = () =>
        createAcceptedRun(
          db,
          live,
          Array.from({ length: 300 }, () => anOrder()),
          300,
        );
      const [failing, behind] = [await accept(), await accept()];
      const mend = await failDecisions(db, sqlstate);
      const view = async (id: number) => viewRun(db.pool, await findRun(db.pool, live.ledger_id, id));
      const waitOf = async (id: number) => (await view(id)).progress;

      await expect
        .poll(() => waitOf(failing))
        .toMatchObject({ waiting_for: 'retry', orders_per_second: null });
      await expect
        .poll(() => waitOf(behind))
        .toMatchObject({
          waiting_for: 'earlier_run',
          earlier_run_id: failing,
          orders_per_second: null,
        });
      expect(await readServiceState({ db, queues })).toMatchObject({
        failing_count: 1,
        failing: [{ routing_run_id: failing, error: `made to fail (${sqlstate})` }],
      });
      const lines = logged.filter(({ msg }) => msg === message);
      expect(new Set(lines.map(({ err }) => err?.code))).toEqual(new Set([sqlstate]));
      const delayed = async () =>
        (await queues.of('allocation').getDelayed()).map(({ attemptsMade }) => attemptsMade > 0);
      await expect.poll(delayed).toEqual([usesTries]);

      await mend();
      for (const id of [failing, behind]) {
        await expect.poll(async () => (await view(id)).status).toBe('completed');
      }
      expect(await readServiceState({ db, queues })).toMatchObject({ failing_count: 0, failing: [] });
      const { idle_ms } = await findRun(db.pool, live.ledger_id, behind);
      expect(idle_ms).toBeGreaterThan(200);
    }
  });
});
