import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { loadManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { startWorker } from '../app.ts';
import { serveMetrics } from '../metrics-server.ts';
import { configOf, FEW_BACKENDS } from './queue-backends.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

describe.each(FEW_BACKENDS)('a worker on the %s backend', (kind) => {
  const config = configOf(kind, { WORKER_THREADS: '2' });

  it('counts what its runs decided, serves that as metrics and logs the life of each run', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 2 }]);
    const runId = await createAcceptedRun(db, live, [anOrder(), anOrder(), anOrder()], 2);
    const lines: { run_id?: number; msg: string }[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const metrics = new ServiceMetrics();
    const server = await serveMetrics(metrics.registry, { port: 0, host: '127.0.0.1' });
    onTestFinished(() => server.close());
    const worker = startWorker(db.url, config, { logger, metrics, secrets: TEST_SECRETS });
    onTestFinished(() => worker.stop());
    const messages = () => lines.filter(({ run_id }) => run_id === runId).map(({ msg }) => msg);
    // Two jobs log these lines, each when its own transaction has ended.
    await expect
      .poll(() => messages().toSorted())
      .toEqual(['run completed', 'run is scored, its orders are allocated now', 'run started']);
    expect(await loadManagedRun(db.pool, runId)).toMatchObject({ status: 'completed' });
    const url = `http://127.0.0.1:${server.port}`;
    const shown = (await (await fetch(`${url}/metrics`)).text()).split('\n');
    expect(shown).toContain('routed_orders_total{status="FULL"} 2');
    expect(shown).toContain('routed_orders_total{status="NONE"} 1');
    expect(shown).toContain('routing_search_budget_exhausted_total 0');
    expect(shown).toContain('allocator_wait_seconds_count 1');
    expect(shown).toContain('workers{state="alive"} 1');
    expect(shown).toContain('queue_jobs{queue="scoring",state="failed"} 0');
    // All orders go to one place, and a thread has its lanes in memory once it has looked them up.
    expect(shown.find((line) => /^lane_lookups_total\{result="miss"\} [12]$/.test(line))).toBeDefined();
    expect((await fetch(`${url}/else`)).status).toBe(404);
  });
});
