import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LATENCY_BOUNDS_MS, latencyOf, RecentCounts } from './recent-counts.ts';

it('the latency is the first bound that 95 of 100 requests keep, whatever their times', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 30_000, noNaN: true }), { minLength: 1 }), (times) => {
      const counts = new RecentCounts();
      for (const ms of times) counts.addRequest(ms, 200);
      const within = (bound: number) => times.filter((ms) => ms <= bound).length >= times.length * 0.95;
      expect(latencyOf(counts.take().latencies)).toBe(LATENCY_BOUNDS_MS.find(within));
    }),
  );
});

it('counts begin at 0 again when they are taken', () => {
  const counts = new RecentCounts();
  counts.addOrders(3);
  counts.addRequest(60_000, 503);
  expect(counts.take()).toMatchObject({ orders: 3, errors: 1 });
  const { orders, errors, latencies } = counts.take();
  expect([orders, errors, latencyOf(latencies)]).toEqual([0, 0, null]);
});
