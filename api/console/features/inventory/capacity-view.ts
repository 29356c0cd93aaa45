import type { components } from '../../../../shared/client/account-api.d.ts';

export type WarehousePlaces = components['schemas']['Capacity']['warehouses'][number];
type Day = Pick<WarehousePlaces['days'][number], 'taken' | 'left'>;

/** The taken part of a day; 0 if it has no limit. */
export const fillOf = ({ taken, left }: Day) => (left === null ? 0 : left === 0 ? 1 : taken / (taken + left));

/** Whether nothing more can leave on a day. */
export const isFull = ({ left }: Day) => left === 0;

/** Warehouses as a list is sorted: by the days that are full, then by how full today is; or by name. */
export function sortPlaces(warehouses: readonly WarehousePlaces[], sort: string): WarehousePlaces[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const byName = (a: WarehousePlaces, b: WarehousePlaces) => a.warehouse_name.localeCompare(b.warehouse_name);
  const fullDays = ({ days }: WarehousePlaces) => days.filter(isFull).length;
  const today = ({ days: [first] }: WarehousePlaces) => (first ? fillOf(first) : 0);
  return warehouses.toSorted((a, b) =>
    sort.endsWith('name')
      ? direction * byName(a, b)
      : direction * (fullDays(a) - fullDays(b) || today(a) - today(b)) || byName(a, b),
  );
}
