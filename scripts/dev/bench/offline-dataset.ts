import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoutingOrder } from '../../../shared/contracts/order.ts';
import type { Configuration, Destination } from '../../../shared/engine/types.ts';
import type { StockByWarehouse } from '../../../shared/ledger/stock/stock-store.ts';
import { parseLaneFile } from '../../../shared/transit/lane-file.ts';
import { createLaneTable } from '../../../shared/transit/table.ts';
import { locateZip, parseZip } from '../../../shared/transit/zip-codes.ts';
import { zoneLane } from '../../../shared/transit/zone.ts';
import type { Dataset, SentStockRow } from './dataset.ts';

/** The orders' destinations with their lanes: of the dataset's table, else by zones. */
export function destinationsOf(
  { account: { transit }, folder }: Dataset,
  { warehouses }: Configuration,
  orders: readonly RoutingOrder[],
): Map<string, Destination | null> {
  const ids = warehouses.map(({ warehouse_id }) => warehouse_id);
  const file = folder !== null && transit?.provider === 'table' ? join(folder, transit.lanes_file!) : null;
  const table = file === null ? null : createLaneTable(parseLaneFile(readFileSync(file, 'utf8'), ids).rows);
  const lanes = (to: string) =>
    warehouses.map(({ warehouse_id, zip }) => table?.(warehouse_id, to) ?? zoneLane(zip, to));
  const destinations = new Map<string, Destination | null>();
  for (const { destination_zip: given } of orders) {
    const zip = parseZip(given);
    if (!destinations.has(given))
      destinations.set(given, zip === null || locateZip(zip) === null ? null : { zip, lanes: lanes(zip) });
  }
  return destinations;
}

/** The stock of the rows, by SKU and warehouse index. */
export function stockOf({ warehouses }: Configuration, rows: readonly SentStockRow[]) {
  const places = new Map(warehouses.map(({ warehouse_id }, index) => [warehouse_id, index]));
  const bySku = new Map<string, StockByWarehouse>();
  for (const { sku, warehouse_id, quantity_available } of rows) {
    let found = bySku.get(sku);
    if (found === undefined) {
      found = { quantity: Array(places.size).fill(0), reserved: Array(places.size).fill(0) };
      bySku.set(sku, found);
    }
    found.quantity[places.get(warehouse_id)!] = quantity_available;
  }
  return bySku;
}
