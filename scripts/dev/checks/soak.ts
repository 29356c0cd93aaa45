import { parseArgs } from 'node:util';
import { openDatabase } from '../../../shared/db/database.ts';
import { createRandom } from '../../../shared/demo/random.ts';
import { HttpCaller } from '../bench/http.ts';
import { PostCaller } from '../bench/post-caller.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { addDemoTenant, demoStock, OrderSource } from '../harness/demo-tenant.ts';
import { Fleet, metricOf, type QueueKind, residentMb } from '../harness/fleet.ts';
import { callFor, percentile } from '../harness/latencies.ts';
import { routeRun } from '../harness/route-run.ts';

/**
 * Does mixed work for any time, and shows memory and latency from its start to its end; then another client sends a flood of
 * requests without rate limits. It uses real processes, an API and a worker:
 *
 *   npm run check soak -- --minutes 30 --seed 1 [--backend postgres]
 *
 * The limits: during the flood, another client's single orders take at most 3 times as long as right before it, on an idle
 * service (median of the floods' ratios of p50), and at most 60 ms in 99 of 100 cases. At the end the data adds up. Whether
 * memory grows is for the reader to judge.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    backend: { type: 'string', default: 'redis' },
    flood: { type: 'string', default: '32' },
  },
});
const MINUTES = Number(values.minutes);
const SEED = Number(values.seed);
const FLOOD_CALLERS = Number(values.flood);
const IDLE_SECONDS = 10;
/** Each flood is compared with the idle seconds before it, because the speed of a machine changes. */
const FLOODS = 5;
const FLOOD_SECONDS = 6;
const BEFORE_FLOOD_SECONDS = 4;
const SAMPLES = 10;
const MAX_RATIO = 3;
const MAX_P99_MS = 60;

const random = createRandom(SEED);
const fleet = await Fleet.start(values.backend as QueueKind);
await fleet.migrate();
const db = openDatabase(fleet.databaseUrl, { poolSize: 2 });
const api = await fleet.startApi();
const worker = await fleet.startWorker();

const orders = new OrderSource(SEED);
/** Adds a client with stock. Returns its key. */
async function addClient(slug: string): Promise<string> {
  const { key } = await addDemoTenant(db, slug);
  const caller = new HttpCaller(api.url, { key });
  await caller.post('/api/v1/inventory', demoStock(20_000));
  caller.close();
  return key;
}
const single = (caller: HttpCaller | PostCaller) => () =>
  caller.post('/api/v1/orders/route', orders.single());
const batch = (caller: HttpCaller | PostCaller, size: number) => () =>
  caller.post('/api/v1/orders/batch-route', orders.batch(size));

const mixed = new HttpCaller(api.url, { key: await addClient('mixed'), sockets: 16 });
// These callers use little CPU time, which they would take from the service.
const bystander = new PostCaller(api.url, await addClient('bystander'));
const flooding = new PostCaller(api.url, await addClient('flooding'));

/** Order IDs that exist, to be read. */
const known: string[] = [];

async function orderThenReroute(): Promise<void> {
  const order = orders.single();
  const id = (JSON.parse(order.toString()) as { external_order_id: string }).external_order_id;
  await mixed.post('/api/v1/orders/route', order);
  await mixed.post(`/api/v1/orders/${id}/reroute`, Buffer.from('{}'));
  known.push(id);
  if (known.length > 1000) known.shift();
}

async function read(): Promise<void> {
  const id = known.length > 0 ? random.pick(known) : null;
  if (id !== null) {
    await mixed.get(`/api/v1/orders/${id}`);
    await mixed.get(`/api/v1/orders/${id}/why`);
  }
  await mixed.get('/api/v1/runs');
}

async function sync(): Promise<void> {
  await mixed.post('/api/v1/inventory', demoStock(20_000));
  await new Promise((resolve) => setTimeout(resolve, 5000));
}

/** All kinds of work at once. Returns how many calls each made. */
async function work(seconds: number): Promise<Record<string, number>> {
  const kinds = {
    single: single(mixed),
    reroute: orderThenReroute,
    batch: batch(mixed, 200),
    read,
    run: () => routeRun(mixed, orders.ndjson(5000)),
    sync,
  };
  const made = await Promise.all(
    Object.entries(kinds).map(async ([kind, call]) => [kind, (await callFor(seconds, call)).length] as const),
  );
  return Object.fromEntries(made);
}

interface Sample {
  readonly p50: number;
  readonly p99: number;
  readonly rss: readonly number[];
  readonly heap: readonly number[];
}

async function sampleOf(times: readonly number[]): Promise<Sample> {
  const parts = [api, worker];
  const heap = await Promise.all(parts.map((part) => metricOf(part, 'nodejs_heap_size_used_bytes')));
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    rss: await Promise.all(parts.map(({ pid }) => residentMb(pid))),
    heap: heap.map((bytes) => bytes / 1024 / 1024),
  };
}

function show(name: string, { p50, p99, rss, heap }: Sample): void {
  const mb = (numbers: readonly number[]) => numbers.map((number) => number.toFixed(0)).join(' / ');
  console.log(
    `${name.padEnd(12)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
      `API / worker: resident ${mb(rss)} MB, heap ${mb(heap)} MB`,
  );
}

const faults: string[] = [];
console.log(
  `${MINUTES} minutes, seed ${SEED}, queue ${values.backend}; p50 and p99 are a bystander's single orders`,
);
await callFor(3, single(bystander)); // warms up
const idle = await sampleOf(await callFor(IDLE_SECONDS, single(bystander)));
show('idle', idle);
const seconds = (MINUTES * 60) / SAMPLES;
const total: Record<string, number> = {};
for (let n = 1; n <= SAMPLES; n++) {
  const [times, made] = await Promise.all([callFor(seconds, single(bystander)), work(seconds)]);
  for (const [kind, count] of Object.entries(made)) total[kind] = (total[kind] ?? 0) + count;
  show(`soak ${n} of ${SAMPLES}`, await sampleOf(times));
}
console.log(`calls: ${JSON.stringify(total)}`);

const duringFloods: number[] = [];
const ratios: number[] = [];
let calls = 0;
for (let n = 1; n <= FLOODS; n++) {
  const timesBefore = await callFor(BEFORE_FLOOD_SECONDS, single(bystander));
  const floods = Array.from({ length: FLOOD_CALLERS }, (_, caller) =>
    callFor(FLOOD_SECONDS, caller % 8 === 0 ? batch(flooding, 200) : single(flooding)),
  );
  const [times, ...made] = await Promise.all([callFor(FLOOD_SECONDS, single(bystander)), ...floods]);
  const [before, during] = [percentile(timesBefore, 0.5), percentile(times, 0.5)];
  console.log(
    `flood ${n} of ${FLOODS} p50 ${before.toFixed(1)} ms before it, ${during.toFixed(1)} ms during it: ` +
      `${(during / before).toFixed(1)} times`,
  );
  duringFloods.push(...times);
  ratios.push(during / before);
  calls += made.flat().length;
}
const flooded = await sampleOf(duringFloods);
const ratio = percentile(ratios, 0.5);
show('floods', flooded);
console.log(
  `floods: ${calls} calls of ${FLOOD_CALLERS} callers in ${FLOODS * FLOOD_SECONDS} s; median ratio ${ratio.toFixed(1)}`,
);
if (ratio > MAX_RATIO) faults.push(`p50 during a flood is ${ratio.toFixed(1)} times the one before it`);
if (flooded.p99 > MAX_P99_MS) faults.push(`p99 during the floods is ${flooded.p99.toFixed(1)} ms`);
faults.push(...(await faultsOfData(db)));
for (const caller of [mixed, bystander, flooding]) caller.close();
await db.close();
await fleet.stop();
console.log(faults.length === 0 ? 'Everything holds.' : `FAULTS: ${faults.join('; ')}`);
process.exitCode = faults.length === 0 ? 0 : 1;
