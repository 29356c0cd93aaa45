import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { createRandom } from '../../../shared/demo/random.ts';
import type { RunRow } from '../../../shared/runs/run-row.ts';
import { callUntilAnswered } from '../harness/persistent-call.ts';
import { COUNT_RESERVED_MISMATCHES } from '../harness/reserved-units.ts';
import { type ServicePart, ServiceProcesses } from '../harness/service-processes.ts';

/**
 * Kills parts of the service with `kill -9` at random moments of managed runs and checks, after every run, that
 * nothing was lost, doubled or promised twice. Real processes, a server of its own for each part:
 *
 *   npm run kill-test -- --backend redis --kills 30 --orders 50000 --seed 1
 */
const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'postgres' },
    kills: { type: 'string', default: '30' },
    'kills-a-run': { type: 'string', default: '4' },
    orders: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const ORDERS = Number(values.orders);
const KILLS = Number(values.kills);
const KILLS_A_RUN = Number(values['kills-a-run']);
const backend = values.backend === 'redis' ? 'redis' : 'postgres';
const random = createRandom(Number(values.seed));

/** The phases of a run in which a process is killed. */
const PHASES = ['receiving', 'scoring', 'allocating', 'last chunk'] as const;
type Phase = (typeof PHASES)[number];
const TARGETS: readonly ServicePart[] = [
  'worker',
  'api',
  'postgres',
  ...(backend === 'redis' ? ['redis' as const] : []),
];

type Progress = Pick<RunRow, 'phase' | 'orders_total' | 'orders_scored' | 'orders_routed'>;

async function pushInventory(service: ServiceProcesses, key: string): Promise<void> {
  const rows = generateInventory(ORDERS, 1);
  const { status, text } = await callUntilAnswered({ url: service.url, key }, '/api/v1/inventory', () => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ inventory: rows }),
  }));
  if (status !== 200) throw new Error(`Inventory: ${status} ${text}`);
}

/** Sends the run as often as the connection breaks; the key makes it one run. */
async function submit(service: ServiceProcesses, key: string, run: number, body: string): Promise<number> {
  const { status, text } = await callUntilAnswered({ url: service.url, key }, '/api/v1/runs', () => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': `run-${run}` },
    body: slowly(body),
    duplex: 'half',
  }));
  if (status !== 202) throw new Error(`Run: ${status} ${text}`);
  return (JSON.parse(text) as { routing_run_id: number }).routing_run_id;
}

/** A body that is sent slowly, so that receiving can be interrupted. */
function slowly(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const PART = 256 * 1024;
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      await pause(5);
      controller.enqueue(bytes.subarray(from, from + PART));
      from += PART;
      if (from >= bytes.length) controller.close();
    },
  });
}

/** The progress of a run, read from the database; null while nothing can be read. */
async function progressOf(db: Database): Promise<Progress | null> {
  const { rows } = await db.pool
    .query<Progress>(
      `SELECT phase, orders_total, orders_scored, orders_routed FROM runs ORDER BY id DESC LIMIT 1`,
    )
    .catch(() => ({ rows: [] as Progress[] }));
  return rows[0] ?? null;
}

/** Whether a run has reached this share of the phase. */
function hasReached(progress: Progress, phase: Phase, share: number): boolean {
  if (progress.phase === 'done') return true;
  switch (phase) {
    case 'receiving':
      return progress.phase !== 'receiving' || progress.orders_total >= share * ORDERS;
    case 'scoring':
      return (
        progress.phase === 'allocating' ||
        (progress.phase === 'scoring' && progress.orders_scored >= share * progress.orders_total)
      );
    case 'allocating':
      return progress.phase === 'allocating' && progress.orders_routed >= share * progress.orders_total * 0.9;
    case 'last chunk':
      return progress.phase === 'allocating' && progress.orders_routed >= progress.orders_total - 2000;
  }
}

/** All faults in the data after a run. */
async function faultsOf(
  db: Database,
  runId: number,
  clientId: number,
  routedBefore: number,
): Promise<string[]> {
  const faults: string[] = [];
  const check = async (what: string, text: string, values: unknown[], wanted: unknown) => {
    const { rows } = await db.pool.query(text, values);
    if (JSON.stringify(rows) !== JSON.stringify(wanted)) {
      faults.push(`${what}: ${JSON.stringify(rows)} instead of ${JSON.stringify(wanted)}`);
    }
  };
  await check(
    'the run',
    'SELECT status, orders_total, orders_routed FROM runs WHERE id = $1',
    [runId],
    [{ status: 'completed', orders_total: ORDERS, orders_routed: ORDERS }],
  );
  await check(
    'decisions of distinct orders',
    `SELECT count(*) AS decisions, count(DISTINCT o.order_id) AS orders
     FROM decisions d JOIN orders o USING (id) WHERE d.run_id = $1`,
    [runId],
    [{ decisions: ORDERS, orders: ORDERS }],
  );
  await check(
    'orders of runs that were not accepted',
    `SELECT count(*) AS n FROM orders o
     WHERE NOT EXISTS (SELECT 1 FROM run_chunks c WHERE o.id >= c.first_id AND o.id < c.first_id + c.orders)`,
    [],
    [{ n: 0 }],
  );
  await check('reserved units that differ from the reservations', COUNT_RESERVED_MISMATCHES, [], [{ n: 0 }]);
  await check(
    'usage',
    'SELECT sum(routed_orders) AS n FROM usage WHERE client_id = $1',
    [clientId],
    [{ n: routedBefore + ORDERS }],
  );
  return faults;
}

async function main(): Promise<void> {
  console.log(`Backend ${backend}, seed ${values.seed}, ${KILLS} kills in runs of ${ORDERS} orders`);
  const service = await ServiceProcesses.start({ backend, workers: 2 });
  const db = openDatabase(service.databaseUrl, { poolSize: 4 });
  const account = parseAccountFile({
    ...DEMO_ACCOUNT,
    client: { ...DEMO_ACCOUNT.client, plan: 'enterprise' },
  });
  const { client_id, api_keys } = await applyAccountFile(db, account, { baseDir: null });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
  const body = [...generateOrders(ORDERS, 1)].map((order) => JSON.stringify(order)).join('\n');
  let killed = 0;
  let faulty = 0;
  for (let run = 0; killed < KILLS; run++) {
    await pushInventory(service, key);
    const moments = Array.from({ length: Math.min(KILLS_A_RUN, KILLS - killed) }, (_, n) => ({
      phase: PHASES[(killed + n) % PHASES.length]!,
      share: random.next(),
      target: TARGETS[random.between(0, TARGETS.length - 1)]!,
    })).sort((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase));
    console.log(`Run ${run + 1}`);
    const started = Date.now();
    const submitted = submit(service, key, run, body);
    let accepted: number | null = null;
    void submitted.then((id) => {
      accepted = id;
    });
    let percent = 0;
    let finished = false;
    let shown = Date.now();
    while (!finished) {
      const [moment] = moments;
      const progress = await progressOf(db);
      const came =
        progress !== null && moment !== undefined && hasReached(progress, moment.phase, moment.share);
      const isOfThisRun = progress?.phase !== 'done' || accepted !== null;
      if (came && isOfThisRun) {
        moments.shift();
        killed += 1;
        console.log(
          `  kill ${killed}: ${moment.target} while ${progress.phase} (aimed at ${moment.phase}), ` +
            `${progress.orders_scored} scored, ${progress.orders_routed} routed of ${progress.orders_total}`,
        );
        await service.kill(moment.target, random.between(0, 1));
      }
      if (accepted !== null) {
        const { text } = await callUntilAnswered({ url: service.url, key }, `/api/v1/runs/${accepted}`);
        const { status, progress: now } = JSON.parse(text) as Pick<RunView, 'status' | 'progress'>;
        if (now.percent < percent) {
          faulty += 1;
          console.log(`  FAULT: progress went back from ${percent} to ${now.percent}`);
        }
        percent = Math.max(percent, now.percent);
        finished = status === 'completed' || status === 'failed' || status === 'cancelled';
        if (finished) moments.length = 0;
        if (Date.now() - shown > 20_000) {
          shown = Date.now();
          console.log(`    ${status} ${JSON.stringify(now)}`);
        }
      }
      if (Date.now() - started > 300_000) throw new Error(`Run ${run + 1} did not end in five minutes.`);
      await pause(15);
    }
    const faults = await faultsOf(db, await submitted, client_id, run * ORDERS);
    faulty += faults.length;
    for (const fault of faults) console.log(`  FAULT: ${fault}`);
    console.log(
      `  ${faults.length === 0 ? 'all data is right' : 'FAULTY'} after ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
  }
  await db.close();
  await service.stop();
  console.log(`${killed} kills, ${faulty} faults`);
  process.exitCode = faulty === 0 ? 0 : 1;
}

await main();
