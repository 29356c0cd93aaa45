import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { findPostmaster } from '../../../shared/db/embedded-postmaster.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { HttpCaller } from '../harness/http.ts';
import { orderOf, syncOf } from '../harness/orders.ts';
import { ServiceUnderTest } from '../harness/service.ts';
import { PRIMARY_SETTINGS, startStandby } from '../harness/standby-process.ts';
import { serveOn } from '../testing/service-settings.ts';

const DECISIONS = `
  SELECT count(*) AS n, md5(string_agg(d::text || o::text, '' ORDER BY d.id)) AS digest
  FROM decisions d JOIN orders o USING (id)`;

it('a synchronous standby has every answered order when the primary dies, and the service goes on with it', async () => {
  const primary = await ServiceUnderTest.start({ apis: 0, postgres: PRIMARY_SETTINGS });
  const service = await serveOn(primary.databaseUrl);
  const db = openDatabase(primary.databaseUrl, { poolSize: 1 });
  db.pool.on('error', () => undefined);
  const { keys } = await createTestAccount(db);
  const callerOf = ({ url }: { readonly url: string }) => new HttpCaller(url, { key: keys.live, sockets: 4 });
  const route = (id: string, caller = callerOf(service)) =>
    caller.postForJson('/api/v1/orders/route', orderOf(id, { A: 1, B: 1, C: 1 }));
  await callerOf(service).postForJson('/api/v1/inventory', syncOf(['A', 'B', 'C'], 1000));
  await route('before');

  const standby = await startStandby(primary.cluster, primary.postgresPort);
  const copy = openDatabase(standby.url, { poolSize: 1 });
  await route('between');
  const stored = (await db.pool.query(DECISIONS)).rows;
  expect(stored).toMatchObject([{ n: 2 }]);
  await expect.poll(async () => (await copy.pool.query(DECISIONS)).rows).toEqual(stored);
  await expect(copy.pool.query('DELETE FROM decisions')).rejects.toMatchObject({ code: '25006' });

  const answered: string[] = [];
  let killed = false;
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let n = 0; !killed; n++) {
      const id = `order-${caller}-${n}`;
      await route(id).then(
        () => answered.push(id),
        () => undefined,
      );
    }
  });
  await expect.poll(() => answered.length).toBeGreaterThan(20);
  const server = await findPostmaster(join(primary.cluster.folder, 'data'));
  process.kill(server!.pid, 'SIGQUIT'); // it ends at once, as in a crash
  killed = true;
  await Promise.all(callers);
  await Promise.all([service.stop(), db.close()]);

  await standby.promote();
  const { rows } = await copy.pool.query<{ order_id: string }>(
    'SELECT order_id FROM orders JOIN decisions USING (id)',
  );
  expect(rows.map((row) => row.order_id)).toEqual(expect.arrayContaining(answered));
  const next = await serveOn(standby.url);
  await route('after', callerOf(next));
  expect(await faultsOfData(copy)).toEqual([]);
  await next.stop();
  await copy.close();
  await standby.stop();
  await primary.stop();
});
