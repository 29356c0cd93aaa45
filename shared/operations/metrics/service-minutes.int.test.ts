import { afterAll, expect, it } from 'vitest';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { anOrder, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { RecentCounts } from './recent-counts.ts';
import { addToMinute, pointsOf, readServiceDay, sampleService } from './service-minutes.ts';

const service = await createRoutingFixture();
const db = service.deps.db;
afterAll(() => service.close());

it('what several processes counted is added up, beside how the service stands', async () => {
  const { slug, live } = await createTestAccount(db);
  await service.route(live, [anOrder()]);
  const run = await createAcceptedRun(db, live, [anOrder()], 1);
  await db.pool.query(`UPDATE runs SET created_at = now() - interval '90 s' WHERE id = $1`, [run]);
  for (const ms of [3, 40]) {
    const counts = new RecentCounts();
    counts.addOrders(300);
    counts.addRequest(ms, ms === 3 ? 200 : 500);
    await sampleService(db.pool);
    await addToMinute(db.pool, counts.take());
  }
  await addToMinute(db.pool, new RecentCounts().take());
  const { points, clients } = await readServiceDay(db.pool, new Date());
  const sum = (name: 'requests' | 'errors') => points.reduce((all, point) => all + point[name], 0);
  expect([sum('requests'), sum('errors')]).toEqual([2, 1]);
  expect(points.at(-1)).toMatchObject({ latency_ms: 50, oldest_delivery_seconds: 0 });
  expect(points.at(-1)!.oldest_run_seconds).toBeGreaterThanOrEqual(90);
  expect(points.at(-1)!.database_bytes).toBeGreaterThan(1e6);
  const byHour = [...Array(23).fill(0), 1];
  const counted = { orders: 1, unshipped: 1, orders_by_hour: byHour, unshipped_by_hour: byHour };
  expect(clients).toEqual([{ client: slug, name: expect.any(String), ...counted }]);
});

it('minutes are shown in steps of ten, the last by the seconds that have passed', () => {
  const minuteAt = (minute: string, orders: number) => ({
    minute: new Date(`2026-11-27T${minute}:00Z`),
    orders,
    errors: 0,
    latencies: [],
    memory_bytes: 1,
    oldest_run_seconds: null,
    oldest_delivery_seconds: null,
    database_bytes: null,
  });
  const minutes = [minuteAt('09:50', 300), minuteAt('09:59', 300), minuteAt('10:01', 60)];
  const points = pointsOf(minutes, new Date('2026-11-27T10:02:00Z'));
  expect(points.map(({ at, orders_per_second }) => [at.slice(11, 16), orders_per_second])).toEqual([
    ['09:50', 1],
    ['10:00', 0.5],
  ]);
});
