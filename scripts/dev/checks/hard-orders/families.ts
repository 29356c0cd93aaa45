import type { Supply } from '../../../../shared/engine/supply.ts';
import { createRandom } from '../../../demo/random.ts';
import { scatterUnits } from '../../../demo/scatter-units.ts';

/** A family of orders that are hard to route with the fewest shipments. */
export interface HardFamily {
  readonly name: string;
  readonly warehouses: number;
  readonly skus: number;
  /** Warehouses that have some of a SKU. */
  readonly sites: number;
  /** Units that each of them has, of the ten that the order wants. */
  readonly units: readonly [least: number, most: number];
}

const QUANTITY = 10;

export const HARD_FAMILIES: readonly HardFamily[] = [
  family(64, 50, 8, [7, 10]),
  family(64, 50, 8, [4, 4]),
  family(64, 50, 8, [1, 7]),
  family(64, 20, 10, [4, 4]),
  family(64, 20, 10, [1, 7]),
  family(64, 50, 12, [3, 3]),
  family(64, 50, 12, [1, 5]),
  family(64, 30, 6, [6, 6]),
  family(64, 30, 6, [3, 9]),
  family(40, 30, 8, [4, 4]),
  family(40, 30, 8, [1, 7]),
  family(64, 20, 8, [7, 10]),
  family(1000, 5, 100, [3, 3]),
  family(1000, 5, 100, [1, 5]),
];

function family(
  warehouses: number,
  skus: number,
  sites: number,
  units: readonly [number, number],
): HardFamily {
  const [least, most] = units;
  const each = least === most ? `${least}` : `${least} to ${most}`;
  return { name: `${warehouses}, ${skus}, ${sites} sites, ${each} of 10`, warehouses, skus, sites, units };
}

/** The order of a family that a seed makes: its supplies, at random warehouses. */
export function hardOrder({ warehouses, skus, sites, units }: HardFamily, seed: number): Supply[] {
  const random = createRandom(seed);
  return Array.from({ length: skus }, () => ({
    quantity: QUANTITY,
    doNotSplit: false,
    doNotPartial: false,
    units: scatterUnits(random, warehouses, sites, units),
    sequence: null,
  }));
}
