import type { Lane, Rates } from '../../engine/types.ts';
import { distanceMiles } from '../zone.ts';

/**
 * The zone of a shipment between two ZIPs of five digits; null: there is none. By miles it is the number of the first limit
 * that the distance does not pass, beyond the last one more. Where the lane has no miles, those between the places of the
 * ZIPs count.
 */
export function zoneOf(
  { zones }: Rates,
  originZip: string,
  destinationZip: string,
  lane: Lane | null,
): string | null {
  if (zones.by === 'table') return lane?.zone ?? null;
  const miles = lane?.distance_miles ?? distanceMiles(originZip, destinationZip);
  if (miles === null) return null;
  const place = zones.upto.findIndex((limit) => miles <= limit);
  return String((place === -1 ? zones.upto.length : place) + 1);
}
