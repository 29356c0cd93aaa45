import { parseArgs } from 'node:util';
import type { Comparison } from './bench/measure.ts';
import { compare, holds, type Outcome, type Spread } from './bench/measure.ts';
import { engineSuite } from './bench/suites/engine.ts';

/** Suites by name, in the order in which they run. */
const SUITES: Readonly<Record<string, () => Comparison[] | Promise<Comparison[]>>> = {
  engine: engineSuite,
};

/** `npm run bench`: the product against floors measured in the same run. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, suite: { type: 'string', multiple: true } },
  });
  const names = values.suite ?? Object.keys(SUITES);
  const unknown = names.find((name) => !(name in SUITES));
  if (unknown !== undefined)
    throw new Error(`There is no suite ${unknown}: ${Object.keys(SUITES).join(', ')}.`);
  const outcomes: Outcome[] = [];
  for (const name of names) {
    for (const comparison of await SUITES[name]!()) {
      const outcome = await compare(comparison);
      outcomes.push(outcome);
      process.stderr.write(`${describe(outcome)}\n`);
    }
  }
  if (values.json) {
    const plain = outcomes.map(({ ours, floor, ...rest }) => ({
      ...rest,
      ours: ours.median,
      floor: floor?.median ?? null,
    }));
    process.stdout.write(`${JSON.stringify(plain)}\n`);
  }
}

function describe(outcome: Outcome): string {
  const { suite, unit, ours, floor, ratio, goal, better } = outcome;
  const compared = floor === null ? '' : `, floor ${spread(floor)}, ratio ${ratio.toFixed(2)}`;
  const sign = better === 'lower' ? '≤' : '≥';
  const judged = goal === null ? '' : ` (goal ${sign} ${goal}: ${holds(outcome) ? 'reached' : 'missed'})`;
  return `${suite} | ${outcome.case}: ${spread(ours)} ${unit}${compared}${judged}`;
}

function spread({ min, median, max }: Spread): string {
  return `${round(median)} [${round(min)} to ${round(max)}]`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
