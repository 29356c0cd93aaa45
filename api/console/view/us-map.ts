import { geoAlbersUsa } from 'd3-geo';

/** The size of the pre-projected shapes of us-atlas (states-albers-10m). */
export const MAP_SIZE = { width: 975, height: 610 } as const;

/** A place on earth, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place on the map, in its own units. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

// The projection that us-atlas drew its shapes with.
const project = geoAlbersUsa()
  .scale(1300)
  .translate([MAP_SIZE.width / 2, MAP_SIZE.height / 2]);

/** Where a place is on the map; null outside of the fifty states. */
export function placeOnMap({ latitude, longitude }: Coordinates): MapPoint | null {
  const point = project([longitude, latitude]);
  return point === null ? null : { x: point[0], y: point[1] };
}

/** The path of a lane: a shallow arc, so that lanes to one destination can be distinguished. */
export function arcBetween(from: MapPoint, to: MapPoint): string {
  const bend = 0.12;
  const x = (from.x + to.x) / 2 + (to.y - from.y) * bend;
  const y = (from.y + to.y) / 2 - (to.x - from.x) * bend;
  return `M${round(from.x)},${round(from.y)}Q${round(x)},${round(y)} ${round(to.x)},${round(to.y)}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
