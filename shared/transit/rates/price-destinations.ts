import type { StoredConfiguration } from '../../account/configurations.ts';
import type { Destination, Lane, Rates } from '../../engine/types.ts';
import { distanceMiles } from '../zone.ts';
import type { PriceLists } from './price-lists.ts';

/**
 * Destinations with what shipments to them cost; the same ones if the account has no rates. One that has its zones keeps
 * them. The prices are those of the configuration's rate table, which never changes.
 */
export async function priceDestinations(
  priceLists: PriceLists,
  { client_id, rates, configuration: { warehouses } }: StoredConfiguration,
  destinations: readonly Destination[],
): Promise<readonly Destination[]> {
  if (rates === null) return destinations;
  const zones = destinations.map(
    (destination) =>
      destination.zones ??
      warehouses.map(({ enabled, zip }, warehouse) =>
        enabled ? zoneOf(rates, zip, destination.zip, destination.lanes.at(warehouse) ?? null) : null,
      ),
  );
  const ways = zones.flatMap((byWarehouse) =>
    byWarehouse.map((zone, warehouse) => ({ warehouse_id: warehouses[warehouse]!.warehouse_id, zone })),
  );
  const lists = await priceLists(client_id, rates.rate_table_id, ways);
  return destinations.map((destination, index) => ({
    ...destination,
    zones: zones[index]!,
    prices: lists.slice(index * warehouses.length, (index + 1) * warehouses.length),
  }));
}

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
  const index = zones.upto.findIndex((limit) => miles <= limit);
  return String((index === -1 ? zones.upto.length : index) + 1);
}
