import highsModule, { type Highs } from 'highs';
import type { CoverRow } from '../../../../shared/engine/cover-rows.ts';

/** Loads the solver. The import is the loader itself, unlike its types, which are those of its CommonJS build. */
export function loadHighs(): Promise<Highs> {
  return (highsModule as unknown as typeof highsModule.default)();
}

/** The fewest positions that cover, and the least sum of these; `proved` is false if the time ended before. */
export interface CoverSolution {
  readonly size: number;
  readonly rankSum: number;
  readonly proved: boolean;
}

/** Solves a covering problem by two integer programs: the fewest positions, then the least sum of so many. */
export function coverProgram(
  highs: Highs,
  rows: readonly CoverRow[],
  candidates: number,
  limitSeconds: number,
): CoverSolution {
  const positions = [...Array(candidates).keys()].filter((position) =>
    rows.some(({ cover }) => cover[position]! > 0),
  );
  const size = positions.map((position) => `y${position}`).join(' + ');
  const covered = rows.map(({ need, cover }) => {
    const terms = positions.filter((position) => cover[position]! > 0);
    return ` ${terms.map((position) => `${cover[position]} y${position}`).join(' + ')} >= ${need}`;
  });
  const solve = (goal: string, ...more: string[]): { value: number; proved: boolean } => {
    const program = [
      `Minimize\n ${goal}`,
      'Subject To',
      ...covered,
      ...more,
      'Binary',
      ...positions.map((position) => ` y${position}`),
      'End',
    ];
    const solution = highs.solve(program.join('\n'), {
      mip_rel_gap: 0,
      mip_abs_gap: 0,
      time_limit: limitSeconds,
    });
    return { value: Math.round(solution.ObjectiveValue), proved: solution.Status === 'Optimal' };
  };
  const fewest = solve(size);
  if (!fewest.proved) return { size: fewest.value, rankSum: Number.NaN, proved: false };
  const least = solve(
    positions.map((position) => `${position} y${position}`).join(' + '),
    ` ${size} <= ${fewest.value}`,
  );
  return { size: fewest.value, rankSum: least.value, proved: least.proved };
}
