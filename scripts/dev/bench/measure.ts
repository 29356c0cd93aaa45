/** One number that a comparison gives. */
export interface BenchFigure {
  readonly case: string;
  readonly unit: string;
  /** The goal of the ratio of medians; null if only the figure is wanted. */
  readonly goal: number | null;
  readonly better: 'lower' | 'higher';
}

/** A number for each figure, and the CPU time of all cores meanwhile. */
export interface Measured {
  readonly numbers: readonly number[];
  readonly cpuMs: number;
}

/** Measures one side once. */
export type Measure = () => readonly number[] | Measured | Promise<readonly number[] | Measured>;

/** One comparison: the product and the least that any program doing the job on this stack must do. */
export interface Comparison {
  readonly figures: readonly BenchFigure[];
  readonly ours: Measure;
  /** null: there is none, and the ratio is the product's own median. */
  readonly floor: Measure | null;
  /** Rounds that count. At least 5. */
  readonly rounds?: number;
  readonly warmUps?: number;
}

/** Comparisons that belong together, and the servers that they share. */
export interface Suite {
  readonly comparisons: readonly Comparison[];
  readonly close?: () => Promise<void>;
}

/** Sizes from the command line. */
export interface BenchOptions {
  /** Orders of the large runs. */
  readonly orders: number;
  /** Of the suite `steady`. */
  readonly minutes: number;
}

/** The results of one side's rounds, in the figure's unit. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface CompareResult extends BenchFigure {
  readonly ours: Spread;
  readonly floor: Spread | null;
  readonly ratio: number;
  /** Mean CPU time of all cores, in milliseconds; null if it was not measured. */
  readonly cpuMs: { readonly ours: number; readonly floor: number } | null;
}

const ROUNDS = 5;
const WARM_UPS = 2;

/** Measures the product and its floor. The floor comes second, because it may use what the product was sent. */
export async function compare(
  { figures, ours, floor, rounds = ROUNDS, warmUps = WARM_UPS }: Comparison,
  progress: (round: string) => void,
): Promise<CompareResult[]> {
  const sides = floor === null ? [ours] : [ours, floor];
  const played = await playRounds(sides, { rounds, warmUps, progress });
  const cpuMs = { ours: meanCpu(played, 0), floor: meanCpu(played, 1) };
  return figures.map((figure, nth) => {
    const spread = spreadOf(played.map(([mine]) => mine!.numbers[nth]!));
    const floorSpread = floor === null ? null : spreadOf(played.map(([, least]) => least!.numbers[nth]!));
    return {
      ...figure,
      ours: spread,
      floor: floorSpread,
      ratio: floorSpread === null ? spread.median : spread.median / floorSpread.median,
      cpuMs: Number.isNaN(cpuMs.ours + cpuMs.floor) ? null : cpuMs,
    };
  });
}

interface Rounds {
  readonly rounds: number;
  readonly warmUps: number;
  /** Whether every second round begins with the last side. */
  readonly swaps?: boolean;
  readonly progress?: (round: string) => void;
}

/** Measures sides alternately, so that other work of the machine affects all alike. Returns the rounds that count. */
export async function playRounds(
  sides: readonly Measure[],
  { rounds, warmUps, swaps = false, progress = () => {} }: Rounds,
): Promise<Measured[][]> {
  const counted: Measured[][] = [];
  for (let round = -warmUps; round < rounds; round++) {
    progress(round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`);
    const order = [...sides.keys()];
    if (swaps && round % 2 !== 0) order.reverse();
    const measured: Measured[] = [];
    for (const side of order) measured[side] = withoutCpuTime(await sides[side]!());
    if (round >= 0) counted.push(measured);
  }
  return counted;
}

/** The CPU time is NaN if it was not measured. */
function withoutCpuTime(measured: readonly number[] | Measured): Measured {
  return 'numbers' in measured ? measured : { numbers: measured, cpuMs: Number.NaN };
}

function meanCpu(played: readonly (readonly Measured[])[], side: number): number {
  return played.reduce((sum, round) => sum + (round[side]?.cpuMs ?? Number.NaN), 0) / played.length;
}

function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: quantile(values, 0.5), max: Math.max(...values) };
}

/** The quantile of values: 0.5 is the median, 1 the largest; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function holds({ ratio, goal, better }: CompareResult): boolean {
  return goal === null || (better === 'lower' ? ratio <= goal : ratio >= goal);
}
