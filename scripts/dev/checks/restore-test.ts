import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import type { RunRow } from '../../../shared/routing/run-row.ts';
import { HttpCaller } from '../bench/http.ts';
import { baseBackup } from '../harness/base-backup.ts';
import { addClient, demoStock, OrderSource } from '../harness/clients.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { inParts } from '../harness/in-parts.ts';
import { ServiceUnderTest } from '../harness/service.ts';

/**
 * Backs up the database of a service at work and restores it elsewhere, with an empty Redis. Checks that no decision that
 * was answered before the backup began is lost, that the data adds up, and that a run that was under way is completed
 * (docs/guides/back-up.md). The backup is a copy of the server's files between pg_backup_start and pg_backup_stop, which needs
 * no program but the server:
 *
 *   npm run check restore-test -- [--orders 100000]
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } });
const ORDERS = Number(values.orders);

const faults: string[] = [];
const restoredFolder = await mkdtemp(join(tmpdir(), 'wrs-restored-'));
const service = await ServiceUnderTest.start({ queue: 'redis', workers: 1 });
const db = openDatabase(service.databaseUrl, { poolSize: 2 });
const { key } = await addClient(db, 'restored');
const caller = new HttpCaller(service.url, { key, sockets: 2 });
const orders = new OrderSource(1);
await caller.post('/api/v1/inventory', demoStock(2 * ORDERS));
const run = () =>
  caller.postForJson<{ routing_run_id: number }>(
    '/api/v1/runs',
    Readable.from(inParts(orders.lines(ORDERS))),
    'application/x-ndjson',
  );
await untilRunsAreDone(db, (await run()).routing_run_id);
await caller.post('/api/v1/orders/route', orders.single());
const answered = await decisionsOf(db);
const { routing_run_id } = await run(); // under way while the backup is taken

const backedUp = performance.now();
await baseBackup(service.cluster, service.postgresPort, join(restoredFolder, 'postgres'));
await chmod(restoredFolder, 0o711); // root starts the server as another user
console.log(
  `backup: ${since(backedUp)} of ${await sizeOf(db)}, ${answered} decisions answered before, a run at work`,
);
caller.close();
await db.close();
await service.stop();

const started = performance.now();
const restored = await ServiceUnderTest.start({
  queue: 'redis',
  apis: 0,
  postgresFolder: join(restoredFolder, 'postgres'),
});
const restoredDb = openDatabase(restored.databaseUrl, { poolSize: 2 });
const recovered = await decisionsOf(restoredDb);
if (recovered < answered) faults.push(`${answered - recovered} decisions are lost`);
console.log(`restore: the server answers after ${since(started)}, with ${recovered} decisions`);
const api2 = await restored.startApi();
console.log(`restore: the API is ready after ${since(started)}`);
await restored.startWorker();
await untilRunsAreDone(restoredDb, routing_run_id);
console.log(`restore: the run that was under way is completed after ${since(started)}, with an empty Redis`);
const again = new HttpCaller(api2.url, { key });
await again.post('/api/v1/orders/route', orders.single());
again.close();
faults.push(...(await faultsOfData(restoredDb)));
await restoredDb.close();
await restored.stop();
await rm(restoredFolder, { recursive: true });
console.log(faults.length === 0 ? 'Everything is there.' : `FAULTS: ${faults.join('; ')}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function untilRunsAreDone(on: Database, runId: number): Promise<void> {
  for (;;) {
    const { rows } = await on.pool.query<Pick<RunRow, 'phase' | 'status'>>(
      'SELECT phase, status FROM runs WHERE id = $1',
      [runId],
    );
    if (rows[0]?.status === 'failed') throw new Error(`Run ${runId} failed.`);
    if (rows[0]?.phase === 'done') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function decisionsOf({ pool }: Database): Promise<number> {
  return (await pool.query<{ n: number }>('SELECT count(*) AS n FROM decisions')).rows[0]!.n;
}

async function sizeOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  return rows[0]!.size;
}

function since(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
