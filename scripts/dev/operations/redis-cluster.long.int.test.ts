import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../../api/server.ts';
import type { Database } from '../../../shared/db/database.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { serve } from '../../serve.ts';
import { HttpCaller } from '../bench/http.ts';
import { hasRedisCluster, type RedisCluster, startRedisCluster } from '../harness/redis-cluster-process.ts';
import { routeRun } from '../harness/route-run.ts';
import { serviceSettings } from '../testing/service-settings.ts';

let db: Database;
let cluster: RedisCluster;
let service: RunningService;
let key: string;

const start = () =>
  serve(serviceSettings(db.url, { REDIS_URL: cluster.url, RATE_LIMIT_PER_MINUTE: '100000' }), {
    logger: testLogger(),
  });

describe.skipIf(!hasRedisCluster)('the service with a Redis Cluster', () => {
  beforeAll(async () => {
    db = await createTestDatabase();
    key = (await createTestAccount(db)).keys.live;
    cluster = await startRedisCluster();
    service = await start();
  });
  afterAll(async () => {
    await service.stop();
    await cluster.stop();
    await db.close();
  });

  it('is ready, and works runs, whose jobs are all on one node', async () => {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const orders = Array.from({ length: 3000 }, (_, n) =>
      JSON.stringify({
        external_order_id: `run-${n}`,
        destination_zip: '60614',
        lines: [{ sku: 'A', quantity: 1 }],
      }),
    );
    const inventory = [{ sku: 'A', warehouse_id: 'EWR1', quantity_available: 2000 }];
    const caller = new HttpCaller(service.url, { key });
    await caller.post('/api/v1/inventory', Buffer.from(JSON.stringify({ inventory })));
    await routeRun(caller, Buffer.from(orders.join('\n')));
    const [run] = (await db.pool.query('SELECT status, full_count, none_count FROM runs')).rows;
    expect(run).toEqual({ status: 'completed', full_count: 2000, none_count: 1000 });
    caller.close();

    const keys = await Promise.all(cluster.nodes.map((node) => node.keys('{wrs}:*')));
    expect(keys.filter((each) => each.length > 0)).toHaveLength(1);
  });

  it('counts requests for all processes together', async () => {
    const other = await start();
    const left = async ({ url }: RunningService) => {
      const answer = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      return Number(answer.headers.get('ratelimit-remaining'));
    };
    const first = await left(service);
    expect(first).toBeGreaterThan(0);
    expect(await left(other)).toBe(first - 1);
    await other.stop();
  });
});
