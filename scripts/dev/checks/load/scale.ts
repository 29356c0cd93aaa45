import { HttpCaller } from '../../bench/http.ts';
import { addClient, demoStock, OrderSource } from '../../harness/clients.ts';
import { callFor, percentile, timed } from '../../harness/latencies.ts';
import { hasPgBouncer, startPgBouncer } from '../../harness/pgbouncer-process.ts';
import { cpuSeconds } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';
import { PRIMARY_SETTINGS, startStandby } from '../../harness/standby-process.ts';
import { withService } from '../../harness/with-service.ts';
import { partition } from '../../operations/partition.ts';
import type { LoadScenario } from './load-scenario.ts';

const BATCH = 100;
const RUN = 20_000;
const PARTITION_IDS = 100_000;

/** Each client has its own ledger and sends one request after another. */
export const scale: LoadScenario = {
  about: 'one to four APIs and workers with 1 to 100 clients, and which part of the machine they use up',
  run: ({
    queue,
    scale: { processes, clients: clientCounts, seconds, pgbouncer, standby: kind, partitions },
  }) => {
    const hasStandby = kind !== 'none';
    const postgres = hasStandby ? PRIMARY_SETTINGS : {};
    return withService({ queue, apis: 0, postgres }, async ({ service, db }) => {
      const first = await service.startApi(); // it migrates the database
      if (partitions > 0) await partition(db, partitions, PARTITION_IDS);
      const standby = hasStandby
        ? await startStandby(service.cluster, service.postgresPort, {
            isSynchronous: kind === 'sync',
          })
        : null;
      const bouncer = pgbouncer && hasPgBouncer ? await startPgBouncer(service.databaseUrl, 20) : null;
      const env = {
        WORKER_THREADS: '1', // one each, because numbers of processes are compared
        MAX_EVENT_LOOP_DELAY_MS: '0',
        ...(bouncer && { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: service.databaseUrl }),
      };
      const orders = new OrderSource(1);
      const stock = demoStock(50_000);
      const keys: string[] = [];
      for (let n = 0; n < Math.max(...clientCounts); n++) {
        const { key } = await addClient(db, `client-${n}`);
        const caller = new HttpCaller(first.url, { key });
        await caller.post('/api/v1/inventory', stock);
        caller.close();
        keys.push(key);
      }
      await first.stop();

      for (const count of processes) {
        const start = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one));
        const apis = await start(() => service.startApi({ env }));
        for (const clients of clientCounts) {
          const callers = keys
            .slice(0, clients)
            .map((key, n) => new HttpCaller(apis[n % count]!.url, { key }));
          const all = (seconds: number, call: (caller: HttpCaller) => Promise<unknown>) =>
            Promise.all(callers.map((caller) => callFor(seconds, () => call(caller))));
          const kinds = {
            single: [1, (caller) => caller.post('/api/v1/orders/route', orders.single())],
            batch: [BATCH, (caller) => caller.post('/api/v1/orders/batch-route', orders.batch(BATCH))],
          } satisfies Record<string, [number, (caller: HttpCaller) => Promise<unknown>]>;
          for (const [name, [size, call]] of Object.entries(kinds)) {
            await all(1, call);
            await report(service, `${count} API, ${clients} clients, ${name}`, async () => {
              const times = (await all(seconds, call)).flat();
              return { orders: times.length * size, times };
            });
          }
          for (const caller of callers) caller.close();
        }
        const workers = await start(() => service.startWorker({ env }));
        const caller = new HttpCaller(apis[0]!.url, { key: keys[0]! });
        await report(service, `${count} workers, run`, async () => {
          const body = Buffer.from([...orders.lines(RUN)].join(''));
          return { orders: RUN, times: [await timed(() => routeRun(caller, body))] };
        });
        caller.close();
        await Promise.all([...apis, ...workers].map((each) => each.stop()));
      }
      await bouncer?.stop();
      await standby?.stop();
      return [];
    });
  },
};

/** The CPU seconds that each part of the service has used so far. */
async function cpuOf(service: ServiceUnderTest): Promise<Record<string, number>> {
  return {
    API: await cpuSeconds(service.apis.map(({ pid }) => pid)),
    worker: await cpuSeconds(service.workers.map(({ pid }) => pid)),
    PostgreSQL: await cpuSeconds(await service.databasePids()),
    Redis: await cpuSeconds(service.redis ? [service.redis.pid] : []),
  };
}

/** Prints the throughput and the waits of some work, and the cores that each part used meanwhile. */
async function report(
  service: ServiceUnderTest,
  name: string,
  work: () => Promise<{ readonly orders: number; readonly times: readonly number[] }>,
): Promise<void> {
  const before = await cpuOf(service);
  const started = performance.now();
  const { orders, times } = await work();
  const seconds = (performance.now() - started) / 1000;
  const after = await cpuOf(service);
  const cores = Object.entries(after).map(
    ([part, used]) => `${part} ${((used - before[part]!) / seconds).toFixed(2)}`,
  );
  console.log(
    `  ${name.padEnd(32)} ${(orders / seconds).toFixed(0).padStart(6)} orders/s  p50 ${percentile(times, 0.5).toFixed(1)} ms` +
      `  p99 ${percentile(times, 0.99).toFixed(1)} ms  cores: ${cores.join(', ')}`,
  );
}
