import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laneList } from '../testing/lane-list.ts';
import type { Origin } from './provider.ts';
import { isKnownZip, locateZip } from './zip-codes.ts';
import { fallbackLane, zoneLane, zoneSource } from './zone.ts';

const zips = fc
  .integer({ min: 501, max: 99_950 })
  .map((value) => String(value).padStart(5, '0'))
  .filter(isKnownZip);

const miles = (from: string, to: string) => zoneLane(from, to)!.distance_miles!;

describe('zoneLane', () => {
  // Great-circle distances between the cities from almanacs.
  it.each([
    ['10001', 'New York', '02108', 'Boston', 190, 2],
    ['10001', 'New York', '60601', 'Chicago', 712, 3],
    ['10001', 'New York', '90012', 'Los Angeles', 2446, 5],
    ['98101', 'Seattle', '99501', 'Anchorage', 1442, 6],
    ['90012', 'Los Angeles', '96813', 'Honolulu', 2560, 7],
    ['33101', 'Miami', '00901', 'San Juan', 1038, 7],
  ])('reckons %s (%s) to %s (%s) at about %d miles and %d days', (from, _from, to, _to, distance, days) => {
    const lane = zoneLane(from, to)!;
    expect(lane.transit_days).toBe(days);
    expect(Math.abs(lane.distance_miles! / distance - 1)).toBeLessThan(0.02);
  });

  it('never takes fewer days for more miles between the same regions', () => {
    fc.assert(
      fc.property(zips, zips, zips, (origin, a, b) => {
        fc.pre(locateZip(a)!.region === locateZip(b)!.region);
        const [near, far] = [zoneLane(origin, a)!, zoneLane(origin, b)!].sort(
          (one, other) => one.distance_miles! - other.distance_miles!,
        );
        return near!.transit_days <= far!.transit_days;
      }),
    );
  });

  it('gives distances that single precision keeps exactly', () => {
    fc.assert(
      fc.property(zips, zips, (a, b) => {
        const single = Math.fround(miles(a, b));
        return Number(single.toPrecision(6)) === miles(a, b);
      }),
    );
  });

  it('has no lane where a ZIP is nowhere', () => {
    expect(zoneLane('00000', '10001')).toBeNull();
    expect(zoneLane('10001', '00000')).toBeNull();
  });
});

describe('zoneSource', () => {
  it('has the zone lane from each origin, and none from one that is null', async () => {
    const origins = ['08837', null, '91761', '00000'].map(
      (zip) => zip && { warehouse_id: zip, zip },
    ) as (Origin | null)[];
    const known = await zoneSource.lanes(origins, ['10001', '96910'], 'request');
    expect(known.map(({ lanes }) => laneList(lanes))).toEqual(
      ['10001', '96910'].map((to) => [zoneLane('08837', to), null, zoneLane('91761', to), null]),
    );
    expect(known[0]!.lanes.at(4)).toBeNull();
  });
});

describe('fallbackLane', () => {
  it('is the zone lane, and says that it replaces another', () => {
    expect(fallbackLane('08837', '90001')).toEqual({
      ...zoneLane('08837', '90001'),
      source: 'zone_fallback',
    });
  });

  it('has no lane where a ZIP is nowhere', () => {
    expect(fallbackLane('08837', '00000')).toBeNull();
  });
});
