import type { StoredConfiguration } from '../../account/configurations.ts';
import type { Destination } from '../../engine/types.ts';
import type { PriceLists } from './price-lists.ts';
import { zoneOf } from './zones.ts';

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
  return destinations.map((destination, place) => ({
    ...destination,
    zones: zones[place]!,
    prices: lists.slice(place * warehouses.length, (place + 1) * warehouses.length),
  }));
}
