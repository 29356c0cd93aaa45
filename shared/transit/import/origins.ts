import type { Origin } from '../provider.ts';
import type { TableContext } from './layout.ts';

/** Whether a text is an origin by its place: a ZIP, or its first three digits. */
export const isPlace = (text: string) => /^\d{3}(\d\d)?$/.test(text);

/**
 * The warehouses that a text means: the one that is called so, else those whose ZIP begins so. Where a table is
 * read for one warehouse, others are none of its business.
 */
export function originsOf(text: string, { warehouses, warehouse_id }: TableContext): readonly Origin[] {
  const named = warehouses.filter((warehouse) => warehouse.warehouse_id === text);
  const there = isPlace(text) ? warehouses.filter((warehouse) => warehouse.zip.startsWith(text)) : [];
  return (named.length > 0 ? named : there).filter(
    (warehouse) => warehouse_id === null || warehouse.warehouse_id === warehouse_id,
  );
}
