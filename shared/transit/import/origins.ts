import type { Origin } from '../provider.ts';
import type { TableContext } from './layout.ts';

/** Whether a text is a ZIP, or the first three digits of one. */
export const isPlace = (text: string) => /^\d{3}(\d\d)?$/.test(text);

/**
 * The warehouses that a text names: the one with this ID, or else those whose ZIP begins with the text. If the table is
 * read for one warehouse, others are left out.
 */
export function originsOf(text: string, { warehouses, warehouse_id }: TableContext): readonly Origin[] {
  const named = warehouses.filter((warehouse) => warehouse.warehouse_id === text);
  const there = isPlace(text) ? warehouses.filter((warehouse) => warehouse.zip.startsWith(text)) : [];
  return (named.length > 0 ? named : there).filter(
    (warehouse) => warehouse_id === null || warehouse.warehouse_id === warehouse_id,
  );
}
