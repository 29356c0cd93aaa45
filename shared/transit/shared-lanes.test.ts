import { describe, expect, it } from 'vitest';
import { createLaneSharing } from './shared-lanes.ts';

const lane = { transit_days: 2, distance_miles: 400.5, source: 'zone' };

describe('shared lanes', () => {
  it('are one object where they are equal', () => {
    const share = createLaneSharing();
    expect(share(lane)).toBe(lane);
    expect(share({ ...lane })).toBe(lane);
    expect(share(null)).toBeNull();
  });

  it('are others where anything differs', () => {
    const share = createLaneSharing();
    share(lane);
    for (const other of [
      { ...lane, transit_days: 3 },
      { ...lane, distance_miles: null },
      { ...lane, source: 'carrier' },
    ]) {
      expect(share(other)).toBe(other);
    }
  });
});
