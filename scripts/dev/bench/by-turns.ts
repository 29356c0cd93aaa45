import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../shared/platform/project-root.ts';
import { type BenchOptions, type Measured, quantile, type Suite, toMeasured } from './measure.ts';

// Two versions of the product, measured alternately: `npm run bench-by-turns -- --base ../before --suite single`.
// The base is another checkout that is compiled. The version that is opened first is often faster, by up to a quarter. So each
// pair of rounds is made twice, with the order exchanged. New lanes are written during later rounds: `--warm-ups 4` waits
// until runs are as they stay. Each version is measured by its own suite: a caller or floor that changed is part of the
// ratio.

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    suite: { type: 'string', multiple: true, default: ['single'] },
    rounds: { type: 'string', default: '5' },
    'warm-ups': { type: 'string', default: '1' },
    orders: { type: 'string', default: '60000' },
  },
});

const SIDES = ['base', 'this'] as const;
type Side = (typeof SIDES)[number];

const ROOTS: Readonly<Record<Side, string>> = {
  base: resolve(values.base ?? '../before'),
  this: projectRoot,
};

async function openSuite(root: string, name: string): Promise<Suite> {
  // Releases before had the suites in scripts/bench.
  const folders = ['dev/bench', 'bench'].map((folder) => join(root, 'dist', 'scripts', folder, 'suites'));
  const file = folders.map((folder) => join(folder, `${name}.js`)).find((path) => existsSync(path));
  if (!file) throw new Error(`There is no compiled suite ${name} in ${root}.`);
  const exported = Object.entries(
    (await import(pathToFileURL(file).href)) as Record<string, (options: BenchOptions) => Suite>,
  );
  const [, open] = exported.find(([exportedName]) => exportedName.endsWith('Suite'))!;
  return open({ orders: Number(values.orders), growthOrders: Number(values.orders) });
}

/** A number of a round, to be printed. */
interface Shown {
  readonly what: string;
  readonly unit: string;
  readonly numberOf: (measured: Measured) => number;
}

/** Other work of the machine changes it less than the figures. Printed only if the suite measures it. */
const CPU_TIME: Shown = { what: 'CPU time of these', unit: 'ms', numberOf: ({ cpuMs }) => cpuMs };

/** Prints, for each figure of a suite and the CPU time if it is measured, both medians and the median of the ratios of the pairs. */
async function measureByTurns(name: string, order: readonly Side[]): Promise<void> {
  const suites = {} as Record<Side, Suite>;
  for (const side of order) suites[side] = await openSuite(ROOTS[side], name);
  try {
    for (const [index, { figures }] of suites.this.comparisons.entries()) {
      const rounds: Record<Side, Measured>[] = [];
      for (let round = -Number(values['warm-ups']); round < Number(values.rounds); round++) {
        const measured = {} as Record<Side, Measured>;
        const sides = round % 2 === 0 ? order : order.toReversed();
        for (const side of sides) measured[side] = toMeasured(await suites[side].comparisons[index]!.ours());
        if (round >= 0) rounds.push(measured);
      }
      const ofFigures = figures.map(
        ({ case: what, unit }, nth): Shown => ({ what, unit, numberOf: ({ numbers }) => numbers[nth]! }),
      );
      const hasCpuTime = rounds.every((round) => SIDES.every((side) => !Number.isNaN(round[side].cpuMs)));
      for (const { what, unit, numberOf } of [...ofFigures, ...(hasCpuTime ? [CPU_TIME] : [])]) {
        const median = (of: (round: Record<Side, Measured>) => number) =>
          quantile(
            rounds.map(of).sort((a, b) => a - b),
            0.5,
          ).toPrecision(4);
        const [base, ours] = SIDES.map((side) => median((round) => numberOf(round[side])));
        const ratio = median((round) => numberOf(round.this) / numberOf(round.base));
        console.log(
          `${name} | ${what}, ${order[0]} opened first: base ${base}, this ${ours} ${unit}, ratio ${ratio}`,
        );
      }
    }
  } finally {
    for (const side of order) await suites[side].close?.();
  }
}

for (const name of values.suite) {
  await measureByTurns(name, SIDES);
  await measureByTurns(name, SIDES.toReversed());
}
