import type { Random } from './random.ts';

/** Units of one SKU at each warehouse: from `least` to `most` at `sites` random warehouses, none at the others. */
export function scatterUnits(
  random: Random,
  warehouses: number,
  sites: number,
  [least, most]: readonly [least: number, most: number],
): number[] {
  const units = new Array<number>(warehouses).fill(0);
  for (let left = sites; left > 0; ) {
    const position = random.between(0, warehouses - 1);
    if (units[position] !== 0) continue;
    units[position] = random.between(least, most);
    left--;
  }
  return units;
}
