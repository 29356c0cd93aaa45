import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { authenticate } from '../../../shared/accounts/principal.ts';
import { openDatabase } from '../../../shared/db/database.ts';
import { HttpCaller } from '../bench/http.ts';
import { addDemoTenant, demoStock, OrderSource } from '../harness/demo-tenant.ts';
import { Fleet, type QueueKind, type ServiceProcess } from '../harness/fleet.ts';
import { callFor, percentile } from '../harness/latencies.ts';
import { hasPgBouncer, startPgBouncer } from '../harness/pgbouncer-process.ts';
import { routeRun } from '../harness/route-run.ts';
import { PRIMARY_SETTINGS, startStandby } from '../harness/standby-process.ts';
import { partition } from '../operations/partition.ts';
import { fillAccount } from './searches/fill.ts';

/**
 * Measures one to four API and worker processes with 1, 10 and 100 clients at once, and which part of the machine they use
 * up (docs/guides/deploy.md). Each client has its own ledger and sends one request after another:
 *
 *   npm run check scale -- [--processes 1,2,4] [--clients 1,10,100] [--seconds 5] [--backend redis]
 *                    [--pgbouncer]            through PgBouncer, with 20 connections to the server
 *                    [--standby async]        with a streaming replica; `sync`: a commit waits for it
 *                    [--partitions 6]         orders and decisions in so many partitions of 100,000 ids, and the rest
 *                    [--decisions 10000000 --data FOLDER]   of the first client, made by SQL; the folder stays, so that
 *                                             `--data FOLDER` measures with the same decisions again
 */
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    clients: { type: 'string', default: '1,10,100' },
    seconds: { type: 'string', default: '5' },
    backend: { type: 'string', default: 'redis' },
    pgbouncer: { type: 'boolean', default: false },
    standby: { type: 'string' },
    partitions: { type: 'string' },
    decisions: { type: 'string', default: '0' },
    data: { type: 'string' },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const PROCESSES = numbers(values.processes);
const CLIENTS = numbers(values.clients);
const SECONDS = Number(values.seconds);
const BATCH = 100;
const RUN = 20_000;
const PARTITION_IDS = 100_000;
/** `fillAccount` makes so many copies of each routed order, and decides each three times. */
const COPIES = 100;
const DECISIONS_EACH = 3 * COPIES;

const fleet = await Fleet.start(values.backend as QueueKind, {
  ...(values.data !== undefined && { folder: resolve(values.data), isPermanent: true }),
  ...(values.standby !== undefined && { settings: PRIMARY_SETTINGS }),
});
await fleet.migrate();
const db = openDatabase(fleet.databaseUrl, { poolSize: 2 });
if (values.partitions !== undefined) await partition(db, Number(values.partitions), PARTITION_IDS);
const isSynchronous = values.standby === 'sync';
const standby =
  values.standby === undefined
    ? null
    : await startStandby(fleet.cluster, fleet.ports.postgres, { isSynchronous });
const bouncer = values.pgbouncer && hasPgBouncer ? await startPgBouncer(fleet.databaseUrl, 20) : null;
const env: Record<string, string> = {
  WORKER_THREADS: '1', // one each, because numbers of processes are compared
  MAX_EVENT_LOOP_DELAY_MS: '0',
  ...(bouncer && { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: fleet.databaseUrl }),
};
const keyFile = join(values.data ?? '', 'key-of-the-first-client');
const tenants = await addTenants();
const orders = new OrderSource(1, `o${Date.now().toString(36)}`);
const faults: string[] = [];

console.log(`queue ${values.backend}${bouncer ? ', through PgBouncer' : ''}; CPU in cores, of ${SECONDS} s`);
const first = await fleet.startApi({ env });
const stock = demoStock(50_000);
for (const { key } of tenants) await post(first, key, '/api/v1/inventory', stock);
if (values.decisions !== '0') await fill(Number(values.decisions));
await first.stop();

for (const count of PROCESSES) {
  const apis = await Promise.all(Array.from({ length: count }, () => fleet.startApi({ env })));
  for (const clients of CLIENTS) {
    await measure(apis, clients, 'single', '/api/v1/orders/route', 1);
    await measure(apis, clients, 'batch', '/api/v1/orders/batch-route', BATCH);
  }
  const workers = await Promise.all(Array.from({ length: count }, () => fleet.startWorker({ env })));
  await measureRun(apis[0]!, count);
  await Promise.all([...apis, ...workers].map((each) => each.stop()));
}
await db.close();
await bouncer?.stop();
await standby?.stop();
await fleet.stop();
process.exitCode = faults.length === 0 ? 0 : 1;
for (const fault of faults) console.error(`FAULT: ${fault}`);

/** New clients. If `--data` has a client with decisions, it is the first. */
async function addTenants(): Promise<{ readonly key: string }[]> {
  const made = Date.now().toString(36);
  const added: { readonly key: string }[] = [];
  // One after the other: this process has few connections.
  for (let n = 0; n < Math.max(...CLIENTS); n++) {
    added.push(await addDemoTenant(db, `tenant-${made}-${n}`));
  }
  const key = values.data && existsSync(keyFile) ? await readFile(keyFile, 'utf8') : null;
  return key === null ? added : [{ key }, ...added.slice(1)];
}

async function post(api: ServiceProcess, key: string, path: string, body: Buffer): Promise<void> {
  const caller = new HttpCaller(api.url, { key });
  await caller.post(path, body);
  caller.close();
}

/** All clients call at once for some seconds, spread over the APIs, after a second that does not count. */
async function measure(
  apis: readonly ServiceProcess[],
  clients: number,
  kind: string,
  path: string,
  size: number,
): Promise<void> {
  const callers = tenants
    .slice(0, clients)
    .map(({ key }, n) => new HttpCaller(apis[n % apis.length]!.url, { key }));
  const callAll = (seconds: number) =>
    Promise.all(
      callers.map((caller) =>
        callFor(seconds, () => caller.post(path, size === 1 ? orders.single() : orders.batch(size))),
      ),
    );
  await callAll(1);
  const before = await fleet.cpuSeconds();
  const started = performance.now();
  const times = (await callAll(SECONDS)).flat();
  const seconds = (performance.now() - started) / 1000;
  const after = await fleet.cpuSeconds();
  for (const caller of callers) caller.close();
  report(
    `${apis.length} API, ${clients} clients, ${kind}`,
    times.length * size,
    seconds,
    times,
    before,
    after,
  );
}

/** Measures a run of one client, from its request until it is completed. */
async function measureRun(api: ServiceProcess, workers: number): Promise<void> {
  const caller = new HttpCaller(api.url, { key: tenants[0]!.key });
  const before = await fleet.cpuSeconds();
  const started = performance.now();
  const body = orders.ndjson(RUN);
  await routeRun(caller, body);
  const seconds = (performance.now() - started) / 1000;
  report(`${workers} workers, run`, RUN, seconds, [seconds * 1000], before, await fleet.cpuSeconds());
  caller.close();
}

type Cpu = Awaited<ReturnType<Fleet['cpuSeconds']>>;

function report(
  name: string,
  count: number,
  seconds: number,
  times: readonly number[],
  before: Cpu,
  after: Cpu,
): void {
  const cores = (part: keyof Cpu) => ((after[part] - before[part]) / seconds).toFixed(2);
  console.log(
    `${name.padEnd(32)} ${(count / seconds).toFixed(0).padStart(6)} orders/s  p50 ${percentile(times, 0.5).toFixed(1)} ms` +
      `  p99 ${percentile(times, 0.99).toFixed(1)} ms  CPU: API ${cores('api')}, worker ${cores('worker')},` +
      ` PostgreSQL ${cores('postgres')}, Redis ${cores('redis')}`,
  );
}

async function fill(decisions: number): Promise<void> {
  const started = performance.now();
  const { key } = tenants[0]!;
  for (let left = Math.ceil(decisions / DECISIONS_EACH); left > 0; left -= 5000) {
    await post(first, key, '/api/v1/orders/batch-route', orders.batch(Math.min(left, 5000)));
  }
  const { ledger_id } = await authenticate(db, `Bearer ${key}`);
  await fillAccount(db, ledger_id, COPIES, console.log);
  const { rows } = await db.pool.query<{ n: number; size: string }>(
    'SELECT count(*) AS n, pg_size_pretty(pg_database_size(current_database())) AS size FROM decisions',
  );
  const { n, size } = rows[0]!;
  if (values.data) await writeFile(keyFile, key);
  if (n < decisions) faults.push(`only ${n} decisions`);
  console.log(`${n} decisions stored, ${size}, in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
