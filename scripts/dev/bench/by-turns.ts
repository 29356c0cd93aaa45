import { resolve } from 'node:path';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { type Comparison, type Measured, playRounds, quantile, type Suite } from './measure.ts';
import { openSuite, suitesOf } from './open-suite.ts';

/** Which versions are measured, and how often. */
interface TurnOptions {
  /** Another checkout, which is compiled. */
  readonly base: string;
  readonly rounds: number;
  readonly warmUps: number;
  readonly orders: number;
  readonly minutes: number;
  /** A part of the name of those that are measured. */
  readonly case: string;
}

const SIDES = ['base', 'this'] as const;
type Side = (typeof SIDES)[number];

/** Other work of the machine changes it less than the figures. Printed only if both suites measure it. */
const CPU_TIME = { case: 'CPU time of these', unit: 'ms' };

const casesOf = ({ figures }: Comparison) => figures.map((figure) => figure.case);

/** The cases of a suite. Its stages open when they are measured, or it is closed again. */
async function casesIn(root: string, name: string, options: TurnOptions): Promise<string[]> {
  const suite = await openSuite(root, name, options);
  await suite.close?.();
  return suite.comparisons.flatMap(casesOf);
}

/** The suites of the other version in which these cases are, by their names: it may have them in others. */
async function suitesOfBase(
  name: string,
  wanted: readonly string[],
  options: TurnOptions,
): Promise<string[]> {
  const root = resolve(options.base);
  const names = suitesOf(root).sort((a, b) => Number(b === name) - Number(a === name));
  const left = new Set(wanted);
  const found: string[] = [];
  for (const each of names) {
    if (left.size === 0) break;
    const its = await casesIn(root, each, options);
    if (its.filter((what) => left.delete(what)).length > 0) found.push(each);
  }
  for (const what of left) console.log(`${name} | ${what}: the other version has no such case`);
  return found;
}

/** Measures the cases that a suite has together with one of the other version. */
async function measure(
  name: string,
  base: string,
  wanted: readonly string[],
  order: readonly Side[],
  options: TurnOptions,
): Promise<void> {
  const suites = {} as Record<Side, Suite>;
  for (const side of order)
    suites[side] =
      side === 'this'
        ? await openSuite(projectRoot, name, options)
        : await openSuite(resolve(options.base), base, options);
  try {
    for (const mine of suites.this.comparisons) {
      const what = casesOf(mine).filter((each) => wanted.includes(each));
      const pair = suites.base.comparisons.find((each) => casesOf(each).some((its) => what.includes(its)));
      if (pair !== undefined) await compareTurns(name, order, { this: mine, base: pair }, options);
    }
  } finally {
    for (const side of order) await suites[side].close?.();
  }
}

/** Prints, for each figure of two comparisons and the CPU time, both medians and the median of the ratios of the pairs. */
async function compareTurns(
  name: string,
  order: readonly Side[],
  pair: Readonly<Record<Side, Comparison>>,
  options: TurnOptions,
): Promise<void> {
  const sides = order.map((side) => pair[side].ours);
  const rounds = await playRounds(sides, { ...options, swaps: true });
  for (const { case: what, unit } of [...pair.this.figures, CPU_TIME]) {
    const figureOf = (round: readonly Measured[], side: Side) => {
      const { numbers, cpuMs } = round[order.indexOf(side)]!;
      return what === CPU_TIME.case ? cpuMs : (numbers[casesOf(pair[side]).indexOf(what)] ?? Number.NaN);
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

/**
 * Measures two versions of the product alternately, suite by suite. The version that is opened first is often faster, by up
 * to a quarter. So each pair of rounds is made twice, with the order exchanged. New lanes are written during later rounds:
 * with four warm-ups runs are as they stay. Each version is measured by its own cases of the same names, so a caller or floor
 * that changed is part of the ratio.
 */
export async function measureByTurns(suites: readonly string[], options: TurnOptions): Promise<void> {
  for (const name of suites) {
    const cases = await casesIn(projectRoot, name, options);
    const wanted = cases.filter((what) => what.includes(options.case));
    for (const base of await suitesOfBase(name, wanted, options)) {
      await measure(name, base, wanted, SIDES, options);
      await measure(name, base, wanted, SIDES.toReversed(), options);
    }
  }
}
