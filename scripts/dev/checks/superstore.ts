import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type AccountFileInput, parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { authenticate } from '../../../shared/accounts/principal.ts';
import type { Schemas } from '../../../shared/client/client.ts';
import { orderRequest, toRoutingOrders } from '../../../shared/contracts/order.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { KeyedMutex } from '../../../shared/platform/keyed-mutex.ts';
import { routeOrders } from '../../../shared/runs/route-orders.ts';
import { createLaneResolver } from '../../../shared/transit/lane-resolver.ts';
import { dataOf, openServiceClient, type ServiceClient } from '../../wrs/client.ts';
import { Refused } from '../../wrs/failures.ts';
import { type BackendName, ServiceProcesses } from '../harness/service-processes.ts';
import { untilEnded } from '../harness/until-ended.ts';

/**
 * Routes the orders of a folder with account.json, lanes.csv, inventory.csv and orders.ndjson through the running
 * service and checks the outcome, synchronously and as managed runs:
 *
 *   npm run superstore -- FOLDER [--workers 1,2,4] [--backends postgres,redis]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: '1,2,4' },
    backends: { type: 'string', default: 'postgres,redis' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder: npm run superstore -- FOLDER');
const BATCH = 5000;
const MODES = { 'inventory-aware': true, 'routing-only': false } as const;
type Mode = keyof typeof MODES;

interface Customer {
  readonly key: string;
  readonly client: ServiceClient;
}

let faults = 0;
function check(what: string, holds: boolean): void {
  if (!holds) faults += 1;
  console.log(`  ${holds ? 'yes ' : 'FAULT'} ${what}`);
}

const read = (name: string) => readFile(join(folder, name), 'utf8');
const account = JSON.parse(await read('account.json')) as AccountFileInput;
const [header, ...rows] = (await read('inventory.csv')).trimEnd().split('\n');
const lines = (await read('orders.ndjson')).trimEnd().split('\n');
const orders = lines.map((line) => JSON.parse(line));

/** Makes a client with the folder's account, and pushes its stock in two requests. */
async function aCustomer(
  service: ServiceProcesses,
  db: Database,
  slug: string,
  mode: Mode,
  contract_variant: 'A' | 'B' = 'A',
): Promise<Customer> {
  const settings = { ...account.settings, use_inventory_availability: MODES[mode] };
  const file = parseAccountFile({
    ...account,
    client: { ...account.client, slug, contract_variant },
    settings,
  });
  const { api_keys } = await applyAccountFile(db, file, { baseDir: folder! });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
  const client = openServiceClient(service.url, key);
  const half = Math.ceil(rows.length / 2);
  for (const part of [rows.slice(0, half), rows.slice(half)]) {
    const csv = Readable.from([[header, ...part].join('\n')]);
    await client.upload('/api/v1/inventory?source_name=superstore', { 'content-type': 'text/csv' }, csv);
  }
  return { key, client };
}

async function route(client: ServiceClient, batch: Schemas['OrderInput'][]) {
  const run = await dataOf(client.api.POST('/api/v1/orders/batch-route', { body: { orders: batch } }));
  if (!('full_count' in run) || !('results' in run)) throw new Error('The account has contract variant A.');
  return run;
}

/** A run's results in request order, without decision ids, which differ from run to run. */
async function resultsOf(client: ServiceClient, runId: number): Promise<string> {
  const body = await client.stream(`/api/v1/runs/${runId}/results`, 'application/x-ndjson');
  const text = await new Response(body).text();
  return text.replaceAll(/"routing_decision_id":\d+,/g, '');
}

async function synchronously(service: ServiceProcesses, db: Database): Promise<void> {
  console.log(`Synchronously: ${orders.length} orders, ${rows.length} rows of stock`);
  const { client } = await aCustomer(service, db, 'superstore', 'inventory-aware');
  const first = orders.slice(0, BATCH);
  const started = performance.now();
  const run = await route(client, first);
  console.log(`  ${first.length} orders in one request, from request to parsed answer: ${since(started)}`);
  const { full_count, split_count, partial_count, partial_split_count, none_count } = run;
  console.log(
    `  FULL ${full_count}, SPLIT ${split_count}, PARTIAL ${partial_count}, ` +
      `PARTIAL_SPLIT ${partial_split_count}, NONE ${none_count}`,
  );
  check(
    'one result per order, in request order',
    run.results.length === first.length &&
      run.results.every(({ order_id }, i) => order_id === first[i].external_order_id),
  );
  const rest = await route(client, orders.slice(BATCH));
  check(
    `the remaining ${orders.length - BATCH} in a second batch`,
    rest.orders_routed === orders.length - BATCH,
  );
  const refused = await route(client, orders).catch((error: unknown) => error);
  check(
    `all ${orders.length} at once are answered 413`,
    refused instanceof Refused && refused.status === 413,
  );
  const { rows: oversold } = await db.pool.query(
    `SELECT s.sku, s.warehouse_id, sum(s.ship_qty) AS promised, max(i.quantity) AS quantity
     FROM shipments s
     JOIN warehouses w ON w.warehouse_id = s.warehouse_id
     JOIN inventory i ON i.ledger_id = s.ledger_id AND i.sku = s.sku AND i.warehouse_id = w.id
     GROUP BY 1, 2 HAVING sum(s.ship_qty) > max(i.quantity)`,
  );
  const { rows: shipped } = await db.pool.query(
    `SELECT count(DISTINCT routing_decision_id)::int AS decisions, sum(ship_qty)::int AS units FROM shipments`,
  );
  check(
    `nothing is promised beyond its stock: ${shipped[0].units} units of ${shipped[0].decisions} decisions`,
    oversold.length === 0 && shipped[0].units > 0,
  );
  const { rows: sizes } = await db.pool.query(
    `SELECT sum(pg_total_relation_size(oid))::float / $1 AS bytes FROM pg_class
     WHERE relname IN ('orders', 'decisions') AND relkind = 'r'`,
    [orders.length],
  );
  console.log(`  stored: ${Math.round(sizes[0].bytes)} bytes an order with its decision and all indexes`);
}

/** The results of one synchronous run of all orders on the pushed stock. */
async function reference(service: ServiceProcesses, db: Database, mode: Mode): Promise<string> {
  const { key, client } = await aCustomer(service, db, `reference-${mode}`, mode);
  const lanes = createLaneResolver(db);
  const runId = await routeOrders(
    { db, lanes, ledgerMutex: new KeyedMutex<number>(), now: () => new Date() },
    {
      principal: await authenticate(db, `Bearer ${key}`),
      request: {
        orders: toRoutingOrders(
          orders.map((order) => orderRequest.parse(order)),
          (index) => `orders[${index}]`,
        ),
        warnings: null,
      },
      idempotency: null,
      present: ({ run }) => run.routing_run_id!,
    },
  );
  await lanes.close();
  return await resultsOf(client, runId);
}

/** Units by warehouse and SKU. */
type Shipped = Readonly<Record<string, number>>;

/** What an order's result ships, in either variant. */
function shippedOf(result: Schemas['OrderResultA'] | Schemas['OrderResultB']): Shipped {
  const shipped: Record<string, number> = {};
  const add = (warehouse: string, sku: string, units: number) => {
    shipped[`${warehouse} ${sku}`] = (shipped[`${warehouse} ${sku}`] ?? 0) + units;
  };
  if ('shipments' in result) {
    for (const { selected_warehouse, lines: shipment } of result.shipments) {
      for (const { sku, ship_qty } of shipment) add(selected_warehouse.warehouse_id, sku, ship_qty);
    }
  } else {
    for (const { sku, allocations } of result.lines) {
      for (const { external_warehouse_id, ship_qty } of allocations)
        add(external_warehouse_id, sku, ship_qty);
    }
  }
  return Object.fromEntries(Object.entries(shipped).sort());
}

/** Compares both variants on orders on which their inventory rules agree. */
async function bothVariants(service: ServiceProcesses, db: Database): Promise<void> {
  console.log('Variants A and B');
  for (const mode of Object.keys(MODES) as Mode[]) {
    // Routing-only needs no stock; with stock the two agree on the first order of a fresh snapshot.
    const compared = orders.slice(0, MODES[mode] ? 1 : BATCH);
    const shipped: string[] = [];
    for (const variant of ['A', 'B'] as const) {
      const { client } = await aCustomer(
        service,
        db,
        `variant-${variant.toLowerCase()}-${mode}`,
        mode,
        variant,
      );
      const size = variant === 'A' ? BATCH : 250;
      const results: Shipped[] = [];
      for (let from = 0; from < compared.length; from += size) {
        const body = { orders: compared.slice(from, from + size) };
        const answer = await dataOf(client.api.POST('/api/v1/orders/batch-route', { body }));
        if ('results' in answer && !('dry_run' in answer)) results.push(...answer.results.map(shippedOf));
      }
      shipped.push(JSON.stringify(results));
    }
    const units = JSON.parse(shipped[0]!).length;
    check(
      `${mode}: both ship the same of ${units} orders`,
      shipped[0] === shipped[1] && units === compared.length,
    );
  }
}

async function managed(backend: BackendName, workers: number): Promise<void> {
  const service = await ServiceProcesses.start({ backend, workers });
  const db = openDatabase(service.databaseUrl, { poolSize: 4 });
  try {
    for (const mode of Object.keys(MODES) as Mode[]) {
      const wanted = await reference(service, db, mode);
      const { client } = await aCustomer(service, db, `managed-${mode}`, mode);
      const started = performance.now();
      const { routing_run_id: accepted } = await client.upload<RunView>(
        '/api/v1/runs',
        { 'content-type': 'application/x-ndjson' },
        Readable.from([lines.join('\n')]),
      );
      await untilEnded(client, accepted);
      const took = since(started);
      const got = await resultsOf(client, accepted);
      const count = got.trimEnd().split('\n').length;
      check(
        `${backend}, ${workers} worker processes, ${mode}: ${count} decisions equal the synchronous run's (${took})`,
        got === wanted && count === orders.length,
      );
    }
  } finally {
    await db.close();
    await service.stop();
  }
}

function since(started: number): string {
  return `${Math.round(performance.now() - started)} ms`;
}

const service = await ServiceProcesses.start({ backend: 'postgres', workers: 1 });
const db = openDatabase(service.databaseUrl, { poolSize: 4 });
await synchronously(service, db);
await bothVariants(service, db);
await db.close();
await service.stop();
console.log('As managed runs, over real processes');
for (const backend of values.backends.split(',') as BackendName[]) {
  for (const workers of values.workers.split(',').map(Number)) await managed(backend, workers);
}
console.log(faults === 0 ? 'Everything holds.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
