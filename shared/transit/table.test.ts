import { describe, expect, it } from 'vitest';
import { createLaneTable } from './table.ts';

const laneOf = createLaneTable([
  { warehouse_id: 'EWR1', destination_prefix: '100', transit_days: 2 },
  { warehouse_id: 'EWR1', destination_prefix: '10001', transit_days: 1 },
  { warehouse_id: 'ORD1', destination_prefix: '606', transit_days: 0 },
]);

describe('createLaneTable', () => {
  it('finds a lane by three digits', () => {
    expect(laneOf('EWR1', '10002')).toEqual({ transit_days: 2, distance_miles: null, source: 'table' });
  });

  it('prefers five digits to three', () => {
    expect(laneOf('EWR1', '10001')?.transit_days).toBe(1);
  });

  it('takes zero days for a lane', () => {
    expect(laneOf('ORD1', '60601')?.transit_days).toBe(0);
  });

  it('has no lane for a pair that is not in it', () => {
    expect(laneOf('ORD1', '10001')).toBeNull();
    expect(laneOf('EWR1', '60601')).toBeNull();
    expect(laneOf('ewr1', '10001')).toBeNull();
  });
});
