import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../../../shared/db/database.ts';
import { baseBackup } from '../harness/base-backup.ts';
import { addClient } from '../harness/clients.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { HttpCaller } from '../harness/http.ts';
import { endChecks, judge } from '../harness/judge.ts';
import { demoStock, OrderSource } from '../harness/orders.ts';
import { routeRun } from '../harness/route-run.ts';
import { withService } from '../harness/service.ts';

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

const restoredFolder = await mkdtemp(join(tmpdir(), 'wrs-restored-'));
const orders = new OrderSource();

/** Works, is backed up during a run, and ends. Returns the client's key, and the decisions that were answered before. */
const before = await withService({ queue: 'redis', workers: 1 }, async (service) => {
  const { db } = service;
  const key = (await addClient(db, 'restored')).keys.live;
  const caller = new HttpCaller(service.url, { key, sockets: 2 });
  await caller.post('/api/v1/inventory', demoStock(2 * ORDERS));
  await routeRun(caller, orders.run(ORDERS));
  await caller.post('/api/v1/orders/route', orders.single());
  const answered = await countOf(db, 'decisions');
  await caller.post('/api/v1/runs', orders.run(ORDERS), 'application/x-ndjson'); // under way while the backup is taken
  const started = performance.now();
  await baseBackup(service.cluster, service.postgresPort, join(restoredFolder, 'postgres'));
  await chmod(restoredFolder, 0o711); // root starts the server as another user
  console.log(`backup: ${since(started)}, ${answered} decisions answered before, a run at work`);
  return { key, answered };
});

const started = performance.now();
const restored = { queue: 'redis', apis: 0, postgresFolder: join(restoredFolder, 'postgres') } as const;
await withService(restored, async (service) => {
  const { db } = service;
  const lost = before.answered - (await countOf(db, 'decisions'));
  console.log(`restore: the server answers after ${since(started)}`);
  const api = await service.startApi();
  console.log(`restore: the API is ready after ${since(started)}`);
  await service.startWorker();
  const underWay = `runs WHERE phase <> 'done' AND status <> 'failed'`;
  while ((await countOf(db, underWay)) > 0) await pause(100);
  console.log(`restore: the run that was under way has ended after ${since(started)}, with an empty Redis`);
  await new HttpCaller(api.url, { key: before.key }).post('/api/v1/orders/route', orders.single());
  const failed = await countOf(db, `runs WHERE status <> 'completed'`);
  const faults = [
    ...(lost > 0 ? [`${lost} decisions are lost`] : []),
    ...(failed > 0 ? [`${failed} runs are not completed`] : []),
    ...(await faultsOfData(db)),
  ];
  judge(`everything is there ${faults.join('; ')}`, faults.length === 0);
});
await rm(restoredFolder, { recursive: true });
endChecks();

async function countOf({ pool }: Database, rowsOf: string): Promise<number> {
  return (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${rowsOf}`)).rows[0]!.n;
}

function since(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
