import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { HttpCaller } from '../harness/http.ts';
import { orderOf, runOf, syncOf } from '../harness/orders.ts';
import { hasRedisCluster, startRedisCluster } from '../harness/redis-cluster-process.ts';
import { routeRun } from '../harness/route-run.ts';
import { serveOn } from '../testing/service-settings.ts';

describe.skipIf(!hasRedisCluster)('the service with a Redis Cluster', () => {
  it('works runs, whose jobs are all on one node, and counts requests for all processes together', async () => {
    const db = await createTestDatabase();
    onTestFinished(() => db.close());
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.stop());
    const key = (await createTestAccount(db)).keys.live;
    const start = async () => {
      const service = await serveOn(db.url, { REDIS_URL: cluster.url, RATE_LIMIT_PER_MINUTE: '100000' });
      onTestFinished(() => service.stop());
      return service.url;
    };
    const url = await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const caller = new HttpCaller(url, { key });
    await caller.postForJson('/api/v1/inventory', syncOf(['A'], 2000));
    await routeRun(caller, runOf(Array.from({ length: 3000 }, (_, n) => orderOf(`run-${n}`, { A: 1 }))));
    const [run] = (await db.pool.query('SELECT status, full_count, none_count FROM runs')).rows;
    expect(run).toEqual({ status: 'completed', full_count: 2000, none_count: 1000 });
    const keys = await Promise.all(cluster.nodes.map((node) => node.command('KEYS', '{wrs}:*')));
    expect(keys.filter((each) => each !== '')).toHaveLength(1);

    const left = async (of: string) => {
      const answer = await fetch(`${of}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      return Number(answer.headers.get('ratelimit-remaining'));
    };
    const first = await left(url);
    expect(first).toBeGreaterThan(0);
    expect(await left(await start())).toBe(first - 1);
  });
});
