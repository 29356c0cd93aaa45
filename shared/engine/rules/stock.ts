import { invariant } from '../invariant.ts';
import type { Availability } from '../types.ts';

/** The effective units of one SKU by warehouse index, or no limit at all (routing-only mode). */
export type Stock = ArrayLike<number> | 'unlimited';

const NONE: Stock = [];

/** The stock of a SKU, which is unlimited in routing-only mode (docs/explanation/decisions.md). */
export function stockOf(sku: string, useInventory: boolean, availability: Availability | null): Stock {
  if (!useInventory) return 'unlimited';
  invariant(availability !== null, 'an inventory-aware order comes with its availability');
  return availability.get(sku) ?? NONE;
}

/** Units of the stock at a warehouse that can serve a demand: never below zero, never more than it needs. */
export function unitsAt(stock: Stock, warehouse: number, quantity: number): number {
  if (stock === 'unlimited') return quantity;
  const units = stock[warehouse];
  return units === undefined || units <= 0 ? 0 : Math.min(units, quantity);
}
