import { invariant } from '../invariant.ts';
import type { SettingFacts } from '../setting-facts.ts';
import type { Configuration, ItemControl, Settings, Warehouse } from '../types.ts';
import type { Stock } from './stock.ts';

// Safety stock: units that orders may not use (docs/explanation/dates-and-capacity.md).

export const IGNORE_SAFETY_STOCK = {
  kind: 'switch',
  group: 'route',
  initial: false,
  isOptional: true,
  label: 'Use safety stock',
  help: 'On: orders may also use the units that warehouses and Item Control keep back. Meant for the profiles of important partners.',
  about: 'true: orders may use the units that are kept back, too; meant for profiles.',
} satisfies SettingFacts<'ignore_safety_stock'>;

/** Units that are kept back, by warehouse index. */
export type SafetyStock = readonly number[];

/** Whether anything is kept back of any SKU. */
export function keepsBack({ warehouses, item_controls }: Configuration): boolean {
  return (
    warehouses.some(({ safety_stock = 0 }) => safety_stock > 0) ||
    item_controls.some((control) => control.rule === 'safety_stock' && control.units > 0)
  );
}

/** What the warehouses keep back of every SKU. */
export function warehouseSafety(warehouses: readonly Warehouse[]): SafetyStock {
  return warehouses.map(({ safety_stock = 0 }) => safety_stock);
}

/** What is kept back of one SKU, if its rules say so: the largest of several rules, instead of what the warehouse keeps. */
export function rulesSafety(
  controls: readonly ItemControl[],
  ofWarehouses: SafetyStock,
  indexOf: ReadonlyMap<string, number>,
): SafetyStock | null {
  const largest = new Map<number, number>();
  for (const control of controls) {
    if (control.rule !== 'safety_stock') continue;
    const ids = control.warehouse_ids ?? [...indexOf.keys()];
    for (const id of ids) {
      const warehouse = indexOf.get(id);
      invariant(warehouse !== undefined, `an Item Control rule names the unknown warehouse ${id}`);
      largest.set(warehouse, Math.max(largest.get(warehouse) ?? 0, control.units));
    }
  }
  return largest.size === 0 ? null : ofWarehouses.map((units, warehouse) => largest.get(warehouse) ?? units);
}

/** What is kept back under an order's settings; null: nothing. */
export function safetyUnder(safety: SafetyStock | null, settings: Settings): SafetyStock | null {
  return safety === null || (settings.ignore_safety_stock ?? IGNORE_SAFETY_STOCK.initial) ? null : safety;
}

/** Stock without what is kept back; below zero: less is there than that. Routing-only decisions keep back nothing. */
export function withoutSafety(stock: Stock, safety: SafetyStock): Stock {
  if (stock === 'unlimited') return stock;
  return safety.map((kept, warehouse) => (stock[warehouse] ?? 0) - kept);
}
