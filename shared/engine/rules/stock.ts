import { invariant } from '../invariant.ts';
import type { SettingFacts } from '../setting-facts.ts';
import type { Availability } from '../types.ts';

export const USE_INVENTORY = {
  kind: 'switch',
  group: 'run',
  initial: true,
  isOptional: false,
  label: 'Use inventory availability',
  help: 'On: orders ship only from available stock, and their units are reserved. Off: stock is ignored, and decisions are recommendations.',
  about: 'false: rank warehouses without looking at stock (routing only).',
} satisfies SettingFacts<'use_inventory_availability'>;

export const CONSUME_INVENTORY = {
  kind: 'switch',
  group: 'run',
  initial: true,
  isOptional: false,
  label: 'Consume inventory during batch routing',
  help: 'Contract variant B only. On: each order in a batch uses up stock for the orders after it. Off: each order is decided as if it were alone.',
  about: 'Variant B only. false: every order of a run sees the full stock.',
} satisfies SettingFacts<'consume_inventory_during_batch'>;

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
