/** One comparison: the product and the least that any program doing the job on this stack must do. */
export interface Comparison {
  readonly suite: string;
  readonly case: string;
  readonly unit: string;
  /** What the ratio of medians is to reach; null where only the figure is wanted. */
  readonly goal: number | null;
  readonly better: 'lower' | 'higher';
  /** Measures the product once. */
  readonly ours: () => number | Promise<number>;
  /** Measures the floor once; null where there is none: then ratio is the product's own median. */
  readonly floor: (() => number | Promise<number>) | null;
  /** Rounds that count; 5 at least. */
  readonly rounds?: number;
  readonly warmUps?: number;
}

/** What the rounds of one side gave, in the comparison's unit. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface Outcome extends Pick<Comparison, 'suite' | 'case' | 'unit' | 'goal' | 'better'> {
  readonly ours: Spread;
  readonly floor: Spread | null;
  readonly ratio: number;
}

const ROUNDS = 5;
const WARM_UPS = 2;

/** Measures both sides alternately, so that what the machine does besides hits both alike. */
export async function compare(comparison: Comparison): Promise<Outcome> {
  const { ours, floor, rounds = ROUNDS, warmUps = WARM_UPS, suite, unit, goal, better } = comparison;
  const mine: number[] = [];
  const least: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const measured = [await ours(), floor === null ? null : await floor()] as const;
    if (round < 0) continue;
    mine.push(measured[0]);
    if (measured[1] !== null) least.push(measured[1]);
  }
  const spread = spreadOf(mine);
  const floorSpread = floor === null ? null : spreadOf(least);
  return {
    suite,
    case: comparison.case,
    unit,
    goal,
    better,
    ours: spread,
    floor: floorSpread,
    ratio: floorSpread === null ? spread.median : spread.median / floorSpread.median,
  };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0]!, median: sorted[Math.floor(sorted.length / 2)]!, max: sorted.at(-1)! };
}

export function holds({ ratio, goal, better }: Outcome): boolean {
  return goal === null || (better === 'lower' ? ratio <= goal : ratio >= goal);
}
