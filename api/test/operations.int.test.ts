import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { reportAlive } from '../../shared/db/queue/live-workers.ts';
import { createQueueBackend } from '../../shared/db/queue/queue-backend.ts';
import { OutageLog } from '../../shared/foundation/outage-log.ts';
import { readServiceState } from '../../shared/operations/metrics/service-state.ts';
import { loadManagedRun, markRunFailed, noteRetry } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder as anEngineOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { JobQueues, QueueUnreached } from '../../shared/work/job-queues.ts';
import { addJobs, enqueueRun } from '../../shared/work/jobs.ts';
import { enqueue } from '../enqueue.ts';
import { aClient, anOrder, createTestApi, openApi, send, stock, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /readyz', () => {
  it('answers 200 on a migrated database and 503 on another', async () => {
    expect((await api.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const other = await createTestApi();
    onTestFinished(() => other.close());
    await other.db.pool.query('DELETE FROM _prisma_migrations');
    const response = await other.app.inject('/readyz');
    expect(response.statusCode).toBe(503);
  });

  it('is 503 while the queue is away; /readyz/orders is not, because orders are routed without it', async () => {
    const away = createQueueBackend({ redisUrl: 'redis://127.0.0.1:1', queuePrefix: 'away' }, api.db.url);
    const logged: string[] = [];
    const log = {
      warn: (_: object, line: string) => logged.push(line),
      info: (line: string) => logged.push(line),
    };
    let isAway = true;
    const outages = new OutageLog(log as never, 'Redis', () =>
      isAway ? Promise.reject(new Error('away')) : api.queues.ping(),
    );
    const queues: JobQueues = new JobQueues(away, (error) => {
      if (isAway) outages.note(error); // this queue stays away: its clients go on to fail
    });
    const alone = await openApi(api.db, { queues });
    onTestFinished(() => alone.close());
    const codes = ['/readyz', '/readyz/orders'].map(
      async (path) => (await alone.app.inject(path)).statusCode,
    );
    expect(await Promise.all(codes)).toEqual([503, 200]);
    expect((await alone.app.inject('/readyz')).statusCode).toBe(503);
    expect(logged).toEqual(['Redis cannot be reached']);
    isAway = false;
    await expect
      .poll(() => logged, { timeout: 5_000 })
      .toEqual(['Redis cannot be reached', 'Redis is reached again']);
  });

  it('jobs that cannot be added while Redis is away are noted, and no request logs its own', async () => {
    const backend = createQueueBackend(
      { redisUrl: process.env.TEST_REDIS_URL!, queuePrefix: randomUUID() },
      '',
    );
    const noted: Error[] = [];
    const queues = new JobQueues(backend, (error) => noted.push(error));
    onTestFinished(() => queues.close());
    await queues.ping();
    await queues.of('background').disconnect();
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const add = () =>
      addJobs(queues, 'window-floor', [
        { title: 'a', client_id: 1, data: { ledger_id: 1, run_id: 1, number: 0 } },
      ]);
    enqueue(log, 'a floor', add);
    await expect(add()).rejects.toThrow(QueueUnreached);
    expect([noted.length, lines]).toEqual([2, []]);
    enqueue(log, 'a floor', () => Promise.reject(new Error('Something else.')));
    await expect.poll(() => lines.length).toBe(1);
  });

  it('answers 200 and names the queues that an operator paused, as the operators’ service state does', async () => {
    const queue = api.queues.of('background');
    await queue.pause();
    onTestFinished(() => queue.resume());
    const { statusCode, body } = await api.app.inject('/readyz');
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ready', paused_queues: ['background'] }]);
    const { queues } = await readServiceState(api);
    expect(queues.filter(({ paused }) => paused).map(({ name }) => name)).toEqual(['background']);
  });

  it('answers 503 and says so if the database is read-only', async () => {
    const own = await createTestApi();
    onTestFinished(() => own.close());
    const { pathname } = new URL(own.db.url);
    const name = pathname.slice(1);
    await own.db.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const later = openDatabase(own.db.url);
    onTestFinished(() => later.close());
    const api = await openApi(later);
    onTestFinished(() => api.close());
    const refused = await api.app.inject('/readyz');
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { detail: 'The database is read-only.', code: 'unavailable' },
    ]);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await api.app.inject('/healthz')).statusCode).toBe(200);
  });
});

describe('GET /metrics', () => {
  it('counts requests by route and decisions by status, and names no client', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 1]);
    for (const id of ['SO-1', 'SO-2']) {
      await send(api.app, live, 'POST', '/api/v1/orders/route', {
        payload: anOrder({ external_order_id: id }),
      });
      await send(api.app, live, 'GET', `/api/v1/orders/${id}`);
    }
    const response = await api.app.inject('/metrics');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    const lines = response.body.split('\n');
    expect(lines).toContain('routed_orders_total{status="FULL"} 1');
    expect(lines).toContain('routed_orders_total{status="NONE"} 1');
    expect(lines).toContain('routing_search_budget_exhausted_total 0');
    const labels = 'method="GET",route="/api/v1/orders/:order_id",status="200"';
    expect(lines).toContain(`http_request_duration_seconds_count{${labels}} 2`);
    expect(response.body).not.toContain('SO-1');
    // Both orders go to one place: the second finds its lanes in memory.
    expect(lines).toContain('lane_lookups_total{result="hit"} 1');
    expect(lines).toContain('lane_lookups_total{result="miss"} 1');
    for (const pool of ['api', 'accounts'])
      expect(lines).toContain(`database_pool_connections{pool="${pool}",state="waiting"} 0`);
  });

  it('shows what the service has to do, and since when', async () => {
    const { live } = await createTestAccount(api.db);
    const runId = await createAcceptedRun(api.db, live, [anEngineOrder(), anEngineOrder()], 1);
    const other = await createAcceptedRun(api.db, live, [anEngineOrder()], 1);
    await markRunFailed(api.db.pool, other, 'It broke.');
    const failing = await createAcceptedRun(api.db, live, [anEngineOrder()], 1);
    await noteRetry(api.db.pool, failing, new Error('disk full'), 1000);
    await enqueueRun(api.db.pool, api.queues, (await loadManagedRun(api.db.pool, runId))!);
    await addJobs(api.queues, 'allocate-run', [
      { title: 'a job', client_id: 1, data: { run_id: runId, batch: 0 } },
    ]);
    await reportAlive(api.db.pool, randomUUID());
    const { body } = await api.app.inject('/metrics');
    const lines = body.split('\n');
    expect(lines).toContain('queue_jobs{queue="scoring",state="prioritized"} 2');
    expect(lines).toContain('queue_jobs{queue="scoring",state="active"} 0');
    expect(lines).toContain('queue_jobs{queue="allocation",state="waiting"} 1');
    for (const queue of ['scoring', 'allocation']) {
      const [, age] = new RegExp(`^queue_oldest_waiting_job_seconds\\{queue="${queue}"\\} (.+)$`, 'm').exec(
        body,
      )!;
      expect(Number(age)).toBeGreaterThan(0);
      expect(Number(age)).toBeLessThan(300);
    }
    expect(lines).toContain('runs{phase="scoring",status="queued"} 1');
    expect(lines).toContain('runs{phase="scoring",status="failed"} 1');
    expect(lines).toContain('runs{phase="scoring",status="failing"} 1');
    expect(lines).toContain('workers{state="alive"} 1');
  });

  it('is answered without what cannot be read', async () => {
    const lost = await createTestApi();
    onTestFinished(() => lost.close());
    await lost.queues.close();
    await lost.db.pool.query('DROP TABLE workers CASCADE');
    const { statusCode, body } = await lost.app.inject('/metrics');
    expect(statusCode).toBe(200);
    expect(body).toContain('database_pool_connections');
    expect(body).not.toMatch(/^workers\{/m);
  });
});
