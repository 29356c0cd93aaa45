import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseAccountFile } from '../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../shared/accounts/apply-account.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { createRandom } from '../../shared/demo/random.ts';
import { correctOrders } from './correct-orders.ts';
import { type Caller, callUntilAnswered } from './persistent-call.ts';
import { type Part, ServiceProcesses } from './service-processes.ts';
import { type Answered, cell, faultsOf, sumOf } from './sync-faults.ts';

/**
 * Kills parts of the service with `kill -9` while snapshots are synced, beside single orders, batches, a managed run,
 * releases and reroutes that compete for stock which runs out. After every round it checks that each sync was taken whole
 * or not at all, that no unit of any snapshot was promised twice, that every order has one decision, that no answer was
 * taken back, and that usage is right:
 *
 *   npm run kill-syncs -- --backend redis --kills 20 --seed 1
 */
const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'postgres' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const KILLS = Number(values.kills);
const backend = values.backend === 'redis' ? 'redis' : 'postgres';
const random = createRandom(Number(values.seed));

const TARGETS: readonly Part[] = [
  'api',
  'postgres',
  'worker',
  ...(backend === 'redis' ? (['redis'] as const) : []),
];
const SYNCS_A_ROUND = 6;
const SENDERS = 4;
const ORDERS_OF_A_BATCH = 40;
const ORDERS_OF_A_RUN = 1500;
const SKUS = Array.from({ length: 40 }, (_, n) => `SCARCE-${n}`);
/** Rows of an upload that nobody orders: they make it long enough to be killed in the middle. */
const FILLERS = 20_000;
const WAREHOUSES = DEMO_ACCOUNT.warehouses
  .filter(({ enabled }) => enabled)
  .map(({ warehouse_id }) => warehouse_id);
const ZIPS = ['10001', '60614', '94105', '77002', '30303', '98101', '33101', '80202'];

let nextOrder = 0;

function newOrder() {
  nextOrder += 1;
  return {
    order_id: `K-${nextOrder}`,
    destination_zip: random.pick(ZIPS),
    lines: [
      { sku: random.pick(SKUS), quantity: random.between(1, 3), unit_value: 20 },
      ...(random.chance(0.5) ? [{ sku: random.pick(SKUS), quantity: 1, unit_value: 20 }] : []),
    ],
  };
}

function json(body: unknown, idempotencyKey: string): () => RequestInit {
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  return () => ({ method: 'POST', headers, body: JSON.stringify(body) });
}

/** Single orders, or batches of some, one after another until `isOver`. */
async function sendOrders(
  caller: Caller,
  answered: Answered,
  size: number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const orders = Array.from({ length: size }, newOrder);
    const path = size === 1 ? '/api/v1/orders/route' : '/api/v1/orders/batch-route';
    const body = size === 1 ? orders[0] : { orders };
    const { status, text } = await callUntilAnswered(
      caller,
      path,
      json(body, `orders-${orders[0]!.order_id}`),
    );
    if (status !== 200) throw new Error(`Orders: ${status} ${text}`);
    const { results } = JSON.parse(text) as { results: { order_id: string; status: string }[] };
    for (const result of results) answered.statuses.set(result.order_id, result.status);
    answered.orders += size;
  }
}

/** A managed run beside the others; returns its id once it is accepted. */
async function submitRun(caller: Caller, answered: Answered): Promise<number> {
  const lines = Array.from({ length: ORDERS_OF_A_RUN }, () => JSON.stringify(newOrder()));
  const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': `run-${nextOrder}` };
  const { status, text } = await callUntilAnswered(caller, '/api/v1/runs', () => ({
    method: 'POST',
    headers,
    body: lines.join('\n'),
  }));
  if (status !== 202) throw new Error(`Run: ${status} ${text}`);
  answered.orders += ORDERS_OF_A_RUN;
  return (JSON.parse(text) as { routing_run_id: number }).routing_run_id;
}

async function untilCompleted(caller: Caller, runId: number): Promise<void> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    const { text } = await callUntilAnswered(caller, `/api/v1/runs/${runId}`);
    const { status } = JSON.parse(text) as { status: string };
    if (status === 'completed') return;
    if (status === 'failed' || Date.now() > deadline) throw new Error(`Run ${runId} is ${status}.`);
    await pause(50);
  }
}

/** Sends one sync, as JSON or as an upload, and notes what it sets before it is sent. */
async function sync(caller: Caller, answered: Answered, name: string): Promise<void> {
  const quantities = new Map<string, number>();
  for (const sku of SKUS) {
    for (const warehouse of WAREHOUSES) {
      if (random.chance(0.7)) quantities.set(cell(sku, warehouse), random.between(0, 2));
    }
  }
  answered.syncs.set(name, quantities);
  const rows = [...quantities].map(([key, quantity]) => [...key.split(' '), quantity] as const);
  const isUpload = random.chance(0.5);
  const fillers = Array.from(
    { length: FILLERS },
    (_, n) => [`FILLER-${n}`, WAREHOUSES[0]!, random.between(0, 9)] as const,
  );
  const csv = [
    'sku,warehouse_id,quantity_available',
    ...[...rows, ...fillers].map((row) => row.join(',')),
  ].join('\n');
  const headers = { 'content-type': 'text/csv', 'idempotency-key': name };
  const inventory = rows.map(([sku, warehouse_id, quantity_available]) => ({
    sku,
    warehouse_id,
    quantity_available,
  }));
  const { status, text } = isUpload
    ? await callUntilAnswered(caller, `/api/v1/inventory/uploads?source_name=${name}`, () => ({
        method: 'POST',
        headers,
        body: csv,
      }))
    : await callUntilAnswered(caller, '/api/v1/inventory', json({ source_name: name, inventory }, name));
  if (status !== 200) throw new Error(`Sync: ${status} ${text}`);
  answered.synced.push(name);
}

async function main(): Promise<void> {
  console.log(`Backend ${backend}, seed ${values.seed}, ${KILLS} kills during syncs`);
  const service = await ServiceProcesses.start({ backend, workers: 2 });
  const db = openDatabase(service.databaseUrl, { poolSize: 2 });
  const account = parseAccountFile({ ...DEMO_ACCOUNT, item_controls: [], profiles: [] });
  const { client_id, api_keys } = await applyAccountFile(db, account, { baseDir: null });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
  const caller = { url: service.url, key };
  const answered: Answered = {
    syncs: new Map(),
    synced: [],
    statuses: new Map(),
    reroutes: new Map(),
    released: new Set(),
    orders: 0,
  };
  let killed = 0;
  let faulty = 0;
  let syncs = 0;
  for (let round = 1; killed < KILLS; round++) {
    let isOver = false;
    const senders = [
      ...Array.from({ length: SENDERS }, () => sendOrders(caller, answered, 1, () => isOver)),
      sendOrders(caller, answered, ORDERS_OF_A_BATCH, () => isOver),
      correctOrders(
        caller,
        answered,
        { random, warehouses: WAREHOUSES, name: `correct-${round}` },
        () => isOver,
      ),
    ];
    const run = submitRun(caller, answered);
    for (let n = 0; n < SYNCS_A_ROUND; n++) {
      syncs += 1;
      const synced = sync(caller, answered, `sync-${syncs}`);
      if (killed < KILLS && n > 0) {
        await pause(random.between(0, 400));
        const target = TARGETS[killed % TARGETS.length]!;
        killed += 1;
        console.log(`  kill ${killed}: ${target} during sync ${syncs}`);
        await service.kill(target, random.between(0, 1));
      }
      await synced;
    }
    await untilCompleted(caller, await run);
    isOver = true;
    await Promise.all(senders);
    const faults = await faultsOf(db, client_id, answered);
    faulty += faults.length;
    for (const fault of faults.slice(0, 10)) console.log(`  FAULT: ${fault}`);
    const short = [...answered.statuses.values()].filter((status) => status !== 'FULL' && status !== 'SPLIT');
    const shortShare = Math.round((short.length / answered.statuses.size) * 100);
    console.log(
      `Round ${round}: ${syncs} syncs, ${answered.orders} orders, ${shortShare} % of those answered at once came short, ${sumOf(answered.reroutes)} reroutes, ${answered.released.size} orders released, ${faults.length === 0 ? 'no fault' : `${faults.length} FAULTS`}`,
    );
  }
  await db.close();
  await service.stop();
  console.log(`${killed} kills, ${faulty} faults`);
  process.exitCode = faulty === 0 ? 0 : 1;
}

await main();
