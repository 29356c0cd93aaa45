import { expect, it } from 'vitest';
import { bucketsOf, changedBuckets } from './buckets.ts';

const COUNTS = {
  orders: 3,
  full_count: 2,
  split_count: 0,
  partial_count: 0,
  partial_split_count: 0,
  none_count: 1,
  warned_count: 0,
  units_ordered: 8,
  units_shipped: 5,
  shipments: 2,
};

it('names hours and days, and gives no fill rate where nothing was ordered', () => {
  const from = '2026-11-22T14:00:00.000Z';
  const [hour, empty] = bucketsOf(
    {
      bucket: 'hour',
      buckets: [
        { from, ...COUNTS },
        { from, ...COUNTS, units_ordered: 0, units_shipped: 0 },
      ],
    },
    'America/Chicago',
  );
  expect(hour).toMatchObject({ label: '08:00', FULL: 2, NONE: 1, 'Fill rate': 62.5 });
  expect(empty!['Fill rate']).toBeNull();
  expect(bucketsOf({ bucket: 'day', buckets: [{ from, ...COUNTS }] }, 'UTC')[0]!.label).toBe('22 Nov');
});

it('names the hours in which the configuration changed, each once', () => {
  const buckets = ['2026-11-22T14:00:00.000Z', '2026-11-22T15:00:00.000Z'].map((from) => ({
    from,
    ...COUNTS,
  }));
  const changes = ['2026-11-22T15:20:00.000Z', '2026-11-22T15:10:00.000Z', '2026-11-22T13:00:00.000Z'];
  const found = changedBuckets(
    { bucket: 'hour', buckets, changes },
    (at) => at.slice(14, 16),
    'America/Chicago',
  );
  expect([...found]).toEqual([['09:00', ['20', '10']]]);
});
