import type { Lane, Lanes } from '../engine/types.ts';
import { groundDays } from './ground-table.ts';
import { FOREVER, type LaneSource, type Origin } from './provider.ts';
import { locateZip, type ZipPlace } from './zip-codes.ts';

/**
 * The default provider: ground days from the great-circle distance of ZIP centroids. Its lanes are not kept in the
 * database, because to compute a lane takes less time than to read it.
 */
export const zoneSource: LaneSource = {
  lanes: async (origins, destinations) =>
    destinations.map((zip) => ({ lanes: new ZoneLanes(origins, zip), ...FOREVER })),
};

/** No lane. */
const NONE = -1;

/** All lanes to one destination as numbers: a tenth of the memory that an object a lane takes. */
class ZoneLanes implements Lanes {
  readonly length: number;
  readonly #days: Int16Array;
  readonly #miles: Float64Array;

  constructor(origins: readonly (Origin | null)[], destinationZip: string) {
    this.length = origins.length;
    this.#days = new Int16Array(origins.length).fill(NONE);
    this.#miles = new Float64Array(origins.length);
    for (const [warehouse, origin] of origins.entries()) {
      const lane = origin && zoneLane(origin.zip, destinationZip);
      if (lane === null) continue;
      this.#days[warehouse] = lane.transit_days;
      this.#miles[warehouse] = lane.distance_miles!;
    }
  }

  at(warehouse: number): Lane | null {
    const transit_days = this.#days[warehouse] ?? NONE;
    return transit_days === NONE
      ? null
      : { transit_days, distance_miles: this.#miles[warehouse]!, source: 'zone' };
  }
}

/** The source of a lane that is used because a carrier did not answer. */
export const FALLBACK_SOURCE = 'zone_fallback';

/** The zone provider's lane with the source of a fallback. */
export function fallbackLane(originZip: string, destinationZip: string): Lane | null {
  const lane = zoneLane(originZip, destinationZip);
  return lane && { ...lane, source: FALLBACK_SOURCE };
}

/** The lane between two ZIPs of five digits, the same in both directions; null: one of them has no place. */
export function zoneLane(originZip: string, destinationZip: string): Lane | null {
  const origin = locateZip(originZip);
  const destination = locateZip(destinationZip);
  if (origin === null || destination === null) return null;
  const miles = greatCircleMiles(origin, destination);
  return {
    transit_days: groundDays(miles, origin.region, destination.region),
    distance_miles: miles,
    source: 'zone',
  };
}

/** Miles between the places of two ZIPs of five digits; null: one of them has no place. */
export function distanceMiles(originZip: string, destinationZip: string): number | null {
  const origin = locateZip(originZip);
  const destination = locateZip(destinationZip);
  return origin === null || destination === null ? null : greatCircleMiles(origin, destination);
}

const EARTH_RADIUS_MILES = 3958.8;
const RADIANS = Math.PI / 180;

/** The distance, rounded to tenths of a mile: more exact than centroids, and single precision keeps the tenths. */
function greatCircleMiles(a: ZipPlace, b: ZipPlace): number {
  const haversine =
    Math.sin(((b.latitude - a.latitude) * RADIANS) / 2) ** 2 +
    Math.cos(a.latitude * RADIANS) *
      Math.cos(b.latitude * RADIANS) *
      Math.sin(((b.longitude - a.longitude) * RADIANS) / 2) ** 2;
  return Math.round(2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(haversine))) * 10) / 10;
}
