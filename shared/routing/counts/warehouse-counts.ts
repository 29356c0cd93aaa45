import type { Decision } from '../../engine/types.ts';

/**
 * What decisions ship from each warehouse, by its place in their configuration: `{"0 shipments": 2, "0 units": 5}`. The
 * object is flat, so that the database can add two of them.
 */
export type WarehouseCounts = Readonly<Record<string, number>>;

export const NO_WAREHOUSES: WarehouseCounts = {};

/** Counts what decisions ship from each warehouse. */
export function countWarehouses(decisions: readonly Decision[]): WarehouseCounts {
  const counts: Record<string, number> = {};
  const add = (key: string, n: number) => {
    counts[key] = (counts[key] ?? 0) + n;
  };
  for (const { allocations, shipments } of decisions) {
    for (const { warehouse, quantity } of allocations) add(`${warehouse} units`, quantity);
    for (const { warehouse } of shipments) add(`${warehouse} shipments`, 1);
  }
  return counts;
}
