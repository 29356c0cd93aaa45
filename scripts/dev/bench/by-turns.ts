import { resolve } from 'node:path';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { type Measured, playRounds, quantile, type Suite } from './measure.ts';
import { openSuite } from './open-suite.ts';

/** Which versions are measured, and how often. */
interface TurnOptions {
  /** Another checkout, which is compiled. */
  readonly base: string;
  readonly rounds: number;
  readonly warmUps: number;
  readonly orders: number;
  readonly minutes: number;
}

const SIDES = ['base', 'this'] as const;
type Side = (typeof SIDES)[number];

/** Other work of the machine changes it less than the figures. Printed only if both suites measure it. */
const CPU_TIME = { case: 'CPU time of these', unit: 'ms' };

/** Prints, for each figure of a suite and the CPU time, both medians and the median of the ratios of the pairs. */
async function measure(name: string, order: readonly Side[], options: TurnOptions): Promise<void> {
  const roots: Readonly<Record<Side, string>> = { base: resolve(options.base), this: projectRoot };
  const suites = {} as Record<Side, Suite>;
  for (const side of order) suites[side] = await openSuite(roots[side], name, options);
  try {
    for (const [index, { figures }] of suites.this.comparisons.entries()) {
      const sides = order.map((side) => suites[side].comparisons[index]!.ours);
      const rounds = await playRounds(sides, { ...options, swaps: true });
      for (const [nth, { case: what, unit }] of [...figures, CPU_TIME].entries()) {
        const figureOf = (round: readonly Measured[], side: Side) => {
          const { numbers, cpuMs } = round[order.indexOf(side)]!;
          return [...numbers, cpuMs][nth]!;
        };
        const median = (of: (round: readonly Measured[]) => number) =>
          quantile(rounds.map(of), 0.5).toPrecision(4);
        const [base, ours] = SIDES.map((side) => median((round) => figureOf(round, side)));
        const ratio = median((round) => figureOf(round, 'this') / figureOf(round, 'base'));
        if (ratio !== 'NaN')
          console.log(
            `${name} | ${what}, ${order[0]} opened first: base ${base}, this ${ours} ${unit}, ratio ${ratio}`,
          );
      }
    }
  } finally {
    for (const side of order) await suites[side].close?.();
  }
}

/**
 * Measures two versions of the product alternately, suite by suite. The version that is opened first is often faster, by up
 * to a quarter. So each pair of rounds is made twice, with the order exchanged. New lanes are written during later rounds:
 * with four warm-ups runs are as they stay. Each version is measured by its own suite: a caller or floor that changed is
 * part of the ratio.
 */
export async function measureByTurns(suites: readonly string[], options: TurnOptions): Promise<void> {
  for (const name of suites) {
    await measure(name, SIDES, options);
    await measure(name, SIDES.toReversed(), options);
  }
}
