import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { openServiceClient, type ServiceClient } from '../../wrs/client.ts';
import { peakMemory, ServiceProcesses } from '../harness/service-processes.ts';
import { untilEnded } from '../harness/until-ended.ts';

/**
 * Reads the report of decisions of 10,000 and of 1,000,000 orders and compares the API's peak memory:
 *
 *   npm run check large-report
 */
const SMALL = 10_000;
const COPIES = 100;
const MAX_MEMORY_RATIO = 1.2;

async function routeSmall(client: ServiceClient): Promise<number> {
  await client.api.POST('/api/v1/inventory', { body: { inventory: generateInventory(SMALL, 1) } });
  const body = [...generateOrders(SMALL, 1)].map((order) => JSON.stringify(order)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const { routing_run_id } = await client.upload<RunView>('/api/v1/runs', headers, Readable.from([body]));
  const { status } = await untilEnded(client, routing_run_id);
  if (status !== 'completed') throw new Error(`The run ended as ${status}.`);
  return routing_run_id;
}

/** Makes a run of copies of a run's orders and decisions. It uses SQL, because routing them would take minutes. */
async function copyRun(db: Database, runId: number): Promise<number> {
  const total = SMALL * COPIES;
  const { rows } = await db.pool.query<{ id: number; shift: number }>(
    `INSERT INTO runs (client_id, ledger_id, client_run_number, kind, status, configuration_id, orders_total, orders_routed,
       orders_scored, full_count, split_count, partial_count, partial_split_count, none_count)
     SELECT client_id, ledger_id, client_run_number + 1, kind, status, configuration_id, $2, $2, $2, full_count * ${COPIES},
       split_count * ${COPIES}, partial_count * ${COPIES}, partial_split_count * ${COPIES}, none_count * ${COPIES}
     FROM runs WHERE id = $1
     RETURNING id, (SELECT take_order_ids($2) - min(first_id) FROM run_chunks WHERE run_id = $1)::int AS shift`,
    [runId, total],
  );
  const { id, shift } = rows[0]!;
  const copies = `generate_series(0, ${COPIES - 1}) AS n`;
  await db.pool.query(
    `INSERT INTO run_chunks (run_id, chunk, first_id, orders)
     SELECT $2, chunk + n * 1000, first_id + $3 + n * ${SMALL}, orders FROM run_chunks, ${copies} WHERE run_id = $1`,
    [runId, id, shift],
  );
  await db.pool.query(
    `INSERT INTO orders SELECT o.id + $2 + n * ${SMALL}, o.ledger_id, o.order_id || '-' || n, o.destination_zip, o.is_vip,
       o.priority_level, o.order_created_at, o.partner_id, o.carrier, o.ship_method, o.lines, o.raw_order_data
     FROM ${copies}, orders o JOIN decisions d USING (id) WHERE d.run_id = $1`,
    [runId, shift],
  );
  await db.pool.query(
    `INSERT INTO decisions SELECT id + $3 + n * ${SMALL}, $2, ledger_id, status, NULL, data
     FROM ${copies}, decisions WHERE run_id = $1`,
    [runId, id, shift],
  );
  await db.pool.query('ANALYZE');
  return id;
}

interface Reading {
  readonly seconds: number;
  readonly rows: number;
  readonly megabytes: number;
  readonly peak: number;
}

/** Reads the report from a new API process, as fast as it arrives. */
async function read(service: ServiceProcesses, key: string, runId: number): Promise<Reading> {
  const [before] = service.pids('api');
  await service.kill('api');
  while (service.pids('api')[0] === before) await pause(20);
  while (!(await fetch(`${service.url}/readyz`).catch(() => null))?.ok) await pause(20);
  const client = openServiceClient(service.url, key);
  const started = performance.now();
  let bytes = 0;
  let rows = -1; // the header
  const body = await client.stream(`/api/v1/reports/decisions.csv?routing_run_id=${runId}`, 'text/csv');
  for await (const part of body) {
    bytes += part.length;
    for (const byte of part) if (byte === 0x0a) rows += 1;
  }
  return {
    seconds: (performance.now() - started) / 1000,
    rows,
    megabytes: bytes / 1_000_000,
    peak: await peakMemory(service.pids('api')[0]!),
  };
}

const service = await ServiceProcesses.start({ backend: 'postgres', workers: 1 });
const db = openDatabase(service.databaseUrl, { poolSize: 2 });
try {
  const { api_keys } = await applyAccountFile(db, parseAccountFile(DEMO_ACCOUNT), { baseDir: null });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
  const small = await routeSmall(openServiceClient(service.url, key));
  const large = await copyRun(db, small);
  const readings: Reading[] = [];
  for (const runId of [small, large]) {
    const reading = await read(service, key, runId);
    readings.push(reading);
    const { rows, seconds, megabytes, peak } = reading;
    console.log(
      `${rows} rows, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s; the API has had ${peak.toFixed(0)} MB at most`,
    );
  }
  const ratio = readings[1]!.peak / readings[0]!.peak;
  const holds =
    ratio <= MAX_MEMORY_RATIO && readings[0]!.rows === SMALL && readings[1]!.rows === SMALL * COPIES;
  console.log(`${holds ? 'yes  ' : 'FAULT'} peak memory: ${ratio.toFixed(2)} times`);
  process.exitCode = holds ? 0 : 1;
} finally {
  await db.close();
  await service.stop();
}
