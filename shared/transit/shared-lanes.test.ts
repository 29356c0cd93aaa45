import { expect, it } from 'vitest';
import { sharedLane } from './shared-lanes.ts';

it('equal lanes are one object, others are others', () => {
  const lane = sharedLane({ transit_days: 2, distance_miles: 400.5, source: 'carrier' })!;
  expect(sharedLane({ ...lane })).toBe(lane);
  expect(sharedLane(null)).toBeNull();
  for (const other of [
    { ...lane, transit_days: 3 },
    { ...lane, distance_miles: null },
    { ...lane, source: 'other' },
    { ...lane, zone: '2' },
  ]) {
    expect(sharedLane(other)).toBe(other);
  }
});
