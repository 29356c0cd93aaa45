import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { HttpCaller } from '../../bench/http.ts';
import { addClient, demoStock, OrderSource } from '../../harness/clients.ts';
import { inParts } from '../../harness/in-parts.ts';
import { timed } from '../../harness/latencies.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';
import { withService } from '../../harness/with-service.ts';
import { judge, type LoadScenario } from './load-scenario.ts';

const SMALL = 50_000;
const LARGE = 1_000_000;
/** What is read or received in parts takes as much memory for a million orders as for a few. */
const MAX_MEMORY_RATIO = 1.2;

/** Time and memory of a run of 1,000,000 orders, of its report, and of `wrs admin reconcile`. */
export const million: LoadScenario = {
  about: `time and memory of a run of ${LARGE} orders, of its report and of wrs admin reconcile`,
  run: ({ queue, size }) =>
    withService({ queue, apis: 0 }, async ({ service, db }) => {
      const missed: string[] = [];
      const orders = new OrderSource(1);
      const sizes = [SMALL * size, LARGE * size] as const;
      let key = '';
      const runs = await peaksOf(service, sizes, async (api, count) => {
        key ||= (await addClient(db, 'million')).key;
        const caller = new HttpCaller(api, { key });
        await caller.post('/api/v1/inventory', demoStock(2 * LARGE * size));
        await routeRun(caller, Readable.from(inParts(orders.lines(count))));
        caller.close();
      });
      for (const part of ['api', 'worker'] as const)
        missed.push(...judgeMemory(`the ${part} during a run`, runs, part));

      const reports = await peaksOf(service, [1, 2], async (api, run) => {
        const caller = new HttpCaller(api, { key });
        const { bytes } = await caller.get(`/api/v1/reports/decisions.csv?routing_run_id=${run}`, 'text/csv');
        console.log(`  report of run ${run}: ${(bytes / 1_000_000).toFixed(0)} MB`);
        caller.close();
      });
      missed.push(...judgeMemory('the API during a report', reports, 'api'));

      const { databaseUrl } = service;
      await db.pool.query('VACUUM ANALYZE');
      missed.push(...judgeReconcile(databaseUrl, 0));
      await db.pool.query('UPDATE runs SET full_count = full_count - 1, split_count = split_count + 1');
      await db.pool.query('UPDATE stock SET free[1] = free[1] + reserved[1], reserved[1] = 0');
      missed.push(...judgeReconcile(databaseUrl, 1), ...judgeReconcile(databaseUrl, 0, '--repair'));
      return missed;
    }),
};

/** Peak memory in MiB. */
interface Peaks {
  readonly api: number;
  readonly worker: number;
}

/** Does `work` once with each of two sizes, each time in a new API and worker. */
async function peaksOf(
  service: ServiceUnderTest,
  sizes: readonly [number, number],
  work: (api: string, size: number) => Promise<void>,
): Promise<readonly [Peaks, Peaks]> {
  const measure = async (size: number): Promise<Peaks> => {
    const [api, worker] = [await service.startApi(), await service.startWorker()];
    const ms = await timed(() => work(api.url, size));
    const peaks = { api: (await memoryOf(api.pid)).peak, worker: (await memoryOf(worker.pid)).peak };
    await Promise.all([api.stop(), worker.stop()]);
    console.log(
      `  ${size}: ${(ms / 1000).toFixed(1)} s; API ${peaks.api.toFixed(0)} MiB, worker ${peaks.worker.toFixed(0)} MiB at most`,
    );
    return peaks;
  };
  return [await measure(sizes[0]), await measure(sizes[1])];
}

function judgeMemory(what: string, [small, large]: readonly [Peaks, Peaks], part: keyof Peaks): string[] {
  const ratio = large[part] / small[part];
  return judge(`peak memory of ${what}: ${ratio.toFixed(2)} times`, ratio <= MAX_MEMORY_RATIO);
}

/** Makes a process print its peak memory at its end. */
const PRINT_PEAK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error(Math.round(process.resourceUsage().maxRSS / 1024) + ' MiB at most'))",
)}`;

/** Runs the command as a process of its own. */
function judgeReconcile(databaseUrl: string, wanted: number, ...args: string[]): string[] {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', PRINT_PEAK, join(projectRoot, 'dist/scripts/wrs.js'), 'admin', 'reconcile', ...args],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl }, encoding: 'utf8' },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const last = stdout.trimEnd().split('\n').at(-1);
  return judge(`reconcile ${args.join(' ')}: ${seconds} s, ${stderr.trim()}: ${last}`, status === wanted);
}
