import highsModule, { type Highs } from 'highs';
import type { Supply } from '../engine/search/supply.ts';

/** Loads the solver. Its types describe its CommonJS build, but the import is the loader itself. */
export function loadHighs(): Promise<Highs> {
  return (highsModule as unknown as typeof highsModule.default)();
}

/**
 * The value of the best set of warehouses, by three mixed-integer programs one after another: the most units, the
 * fewest warehouses that ship them, and the least sum of rank positions of so few warehouses. The supplies have no Item
 * Control.
 */
export function integerProgram(
  highs: Highs,
  supplies: readonly Supply[],
): { units: number; size: number; rankSum: number } {
  const positions = [...supplies[0]!.units.keys()];
  const ships = supplies.flatMap(({ units }, sku) =>
    positions.filter((position) => units[position]! > 0).map((position) => ({ sku, position })),
  );
  if (ships.length === 0) return { units: 0, size: 0, rankSum: 0 };

  const name = ({ sku, position }: { sku: number; position: number }): string => `x${sku}_${position}`;
  const total = ships.map(name).join(' + ');
  const size = positions.map((position) => `y${position}`).join(' + ');
  const rankSum = positions.map((position) => `${position} y${position}`).join(' + ');
  const demands = supplies.map(({ quantity }, sku) => {
    const terms = ships.filter((each) => each.sku === sku).map(name);
    return terms.length === 0 ? '' : ` ${terms.join(' + ')} <= ${quantity}`;
  });
  const stock = ships.map((each) => {
    const units = supplies[each.sku]!.units[each.position]!;
    return ` ${name(each)} - ${units} y${each.position} <= 0`;
  });
  const solve = (goal: string, ...more: string[]): number => {
    const program = [
      goal,
      'Subject To',
      ...demands.filter((row) => row !== ''),
      ...stock,
      ...more,
      'Binary',
      ...positions.map((position) => ` y${position}`),
      'End',
    ];
    const solution = highs.solve(program.join('\n'), { mip_rel_gap: 0, mip_abs_gap: 0 });
    if (solution.Status !== 'Optimal') throw new Error(`the program is ${solution.Status}`);
    return Math.round(solution.ObjectiveValue);
  };
  const units = solve(`Maximize\n ${total}`);
  const fewest = solve(`Minimize\n ${size}`, ` ${total} >= ${units}`);
  const least = solve(`Minimize\n ${rankSum}`, ` ${total} >= ${units}`, ` ${size} <= ${fewest}`);
  return { units, size: fewest, rankSum: least };
}
