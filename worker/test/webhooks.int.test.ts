import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createQueueBackend } from '../../shared/db/queue/queue-backend.ts';
import { loadManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { testLogger } from '../../shared/testing/logs/test-logger.ts';
import { isLong } from '../../shared/testing/long.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { openWebhookReceiver } from '../../shared/testing/webhook-receiver.ts';
import { JobQueues } from '../../shared/work/job-queues.ts';
import { enqueueDeliveries, enqueueRun } from '../../shared/work/jobs.ts';
import { type RunningWorker, startWorker } from '../app.ts';
import { BACKENDS, configOf } from './queue-backends.ts';

const logger = testLogger();
let running: RunningWorker[] = [];

const service = await createRoutingFixture();
const db = service.deps.db;
const receiver = await openWebhookReceiver();
afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  running = [];
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

describe.each(BACKENDS)('webhooks of a worker on the %s backend', (kind) => {
  const config = configOf(kind, { WORKER_THREADS: '1', WEBHOOK_ALLOW_PRIVATE: 'true' });
  let queues: JobQueues;
  beforeAll(() => {
    queues = new JobQueues(createQueueBackend(config, db.url), () => undefined);
  });
  afterAll(() => queues.close());

  it('tell once of a run that is completed, as the API shows it', async () => {
    const path = `/run-${kind}`;
    const webhooks = [
      { url: `${receiver.url}${path}`, events: ['run.completed', 'order.unroutable'] as const },
    ];
    const { client_id, live } = await createTestAccount(db, { webhooks });
    await service.sync(live, [{ sku: 'A', quantity: 5 }]);
    const id = await createAcceptedRun(
      db,
      live,
      Array.from({ length: 10 }, () => anOrder()),
      1000,
    );
    running = [startWorker(db.url, config, { logger, secrets: TEST_SECRETS })];
    await enqueueRun(db.pool, queues, (await loadManagedRun(db.pool, id))!);
    // The worker also tries again what an endpoint of another test has not answered.
    const received = () => receiver.received.filter((each) => each.path === path);
    await expect.poll(() => received().length, { timeout: 30_000 }).toBe(2);
    const told = received().map(({ body }) => JSON.parse(body));
    expect(told.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
      { type: 'order.unroutable', data: { routing_run_id: id, none_count: 5 } },
      {
        type: 'run.completed',
        data: { routing_run_id: id, status: 'completed', orders_routed: 10, progress: { percent: 100 } },
      },
    ]);
    const pending = { client_id, status: { not: 'delivered' as const } };
    await expect.poll(() => db.prisma.webhookDelivery.count({ where: pending })).toBe(0);
  }, 60_000);

  it('wait only for as many endpoints of other clients as their own has before them', async () => {
    const aClient = async (endpoints: number) => {
      const webhooks = Array.from({ length: endpoints }, (_, n) => ({
        url: `${receiver.url}/waits/${n}`,
        events: ['inventory.synced'] as const,
      }));
      const { client_id, live } = await createTestAccount(db, { webhooks });
      await service.sync(live, [{ sku: 'A' }]);
      return client_id;
    };
    const [many, few] = [await aClient(5), await aClient(2)];
    const priorities = async () => {
      await enqueueDeliveries(db, queues);
      const waiting = await queues.of('deliveries').getPrioritized();
      const of = (id: number) =>
        waiting.flatMap(({ data, opts }) => (data.client_id === id ? opts.priority! : [])).toSorted();
      return [of(many), of(few)];
    };
    // Times are rounded to milliseconds, so the last ones may be due a moment later.
    await expect.poll(priorities).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2],
    ]);
  });

  // The others are the same on any queue.
  if (!isLong && kind !== 'postgres') return;

  it('have connections of their own', async () => {
    running = [startWorker(db.url, config, { logger, secrets: TEST_SECRETS })];
    const looking = async () => {
      const { rows } = await db.pool.query<{ application_name: string }>(
        `SELECT DISTINCT application_name FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%JOIN webhook_endpoints e ON e.client_id = c.id%'
           AND pid <> pg_backend_pid()`,
      );
      return rows.map(({ application_name }) => application_name);
    };
    await expect.poll(looking).toEqual(['wrs webhooks']);
  });

  it('reach endpoints while as many others hang', async () => {
    receiver.answerBy(({ path }) => (path.startsWith('/hangs') ? null : 204));
    const webhooks = Array.from({ length: 20 }, (_, n) => ({
      url: `${receiver.url}/${n % 2 ? 'hangs' : 'answers'}/${n}`,
      events: ['inventory.synced'] as const,
    }));
    const clients = await Promise.all([1, 2, 3].map(() => createTestAccount(db, { webhooks })));
    for (const { live } of clients) await service.sync(live, [{ sku: 'A' }]);
    running = [startWorker(db.url, config, { logger, secrets: TEST_SECRETS })];
    const client_id = { in: clients.map((client) => client.client_id) };
    const count = (where: object) => db.prisma.webhookDelivery.count({ where: { client_id, ...where } });
    await expect.poll(() => count({ status: 'delivered' }), { timeout: 30_000 }).toBe(30);
    expect(await count({ status: 'pending', answered_at: { not: null } })).toBe(0); // none of those that hang has ended
  }, 60_000);
});
