import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import {
  type Cluster,
  clusterUrl,
  openCluster,
  startCluster,
  stopCluster,
} from '../../../shared/db/embedded-cluster.ts';
import { findPostmaster } from '../../../shared/db/embedded-postmaster.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { serve } from '../../serve.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { PRIMARY_SETTINGS, startStandby } from '../harness/standby-process.ts';
import { serviceSettings } from '../testing/service-settings.ts';

const SKUS = ['A', 'B', 'C'];
const DECISIONS = `
  SELECT count(*) AS n, md5(string_agg(d::text || o::text, '' ORDER BY d.id)) AS digest
  FROM decisions d JOIN orders o USING (id)`;

let folder: string;
let primary: Cluster;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-primary-'));
  primary = await openCluster(join(folder, 'postgres'));
  port = await freePort();
  await startCluster(primary, port, PRIMARY_SETTINGS);
});
afterAll(async () => {
  await stopCluster(primary);
  await rm(folder, { recursive: true });
});

const start = (url: string) =>
  serve(serviceSettings(url, { RATE_LIMIT_PER_MINUTE: '0' }), { logger: testLogger() });

it('a synchronous standby has every answered order when the primary dies, and the service goes on with it', async () => {
  const service = await start(clusterUrl(primary, port));
  const db = openDatabase(clusterUrl(primary, port), { poolSize: 1 });
  db.pool.on('error', () => undefined);
  const { keys } = await createTestAccount(db);
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.live}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const route = (url: string, id: string) =>
    post(url, '/orders/route', {
      external_order_id: id,
      destination_zip: '60614',
      lines: SKUS.map((sku) => ({ sku, quantity: 1 })),
    });
  const inventory = SKUS.map((sku) => ({ sku, warehouse_id: 'EWR1', quantity_available: 1000 }));
  expect((await post(service.url, '/inventory', { inventory })).status).toBe(200);
  expect((await route(service.url, 'before')).status).toBe(200);

  const standby = await startStandby(primary, port);
  const copy = openDatabase(standby.url, { poolSize: 1 });
  expect((await route(service.url, 'between')).status).toBe(200);
  const stored = (await db.pool.query(DECISIONS)).rows;
  expect(stored).toMatchObject([{ n: 2 }]);
  await expect.poll(async () => (await copy.pool.query(DECISIONS)).rows).toEqual(stored);
  await expect(copy.pool.query('DELETE FROM decisions')).rejects.toMatchObject({ code: '25006' });

  const answered: string[] = [];
  let killed = false;
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let n = 0; !killed; n++) {
      const id = `order-${caller}-${n}`;
      if ((await route(service.url, id)).status === 200) answered.push(id);
    }
  });
  await expect.poll(() => answered.length).toBeGreaterThan(20);
  const server = await findPostmaster(join(primary.folder, 'data'));
  process.kill(server!.pid, 'SIGQUIT'); // it ends at once, as in a crash
  killed = true;
  await Promise.all(callers);
  await Promise.all([service.stop(), db.close()]);

  await standby.promote();
  const { rows } = await copy.pool.query<{ order_id: string }>(
    'SELECT order_id FROM orders JOIN decisions USING (id)',
  );
  expect(rows.map((row) => row.order_id)).toEqual(expect.arrayContaining(answered));
  const next = await start(standby.url);
  const after = await route(next.url, 'after');
  expect([after.status, await after.text()]).toEqual([200, expect.any(String)]);
  expect(await faultsOfData(copy)).toEqual([]);
  await next.stop();
  await copy.close();
  await standby.stop();
});
