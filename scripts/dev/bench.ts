import { parseArgs } from 'node:util';
import { measureByTurns } from './bench/by-turns.ts';
import {
  type BenchOptions,
  type CompareResult,
  compare,
  holds,
  type Spread,
  type Suite,
} from './bench/measure.ts';
import { type Figure, saveFigures } from './bench/save-figures.ts';
import { batchSuite } from './bench/suites/batch.ts';
import { batchColdLanesSuite } from './bench/suites/batch-cold-lanes.ts';
import { clientsSuite } from './bench/suites/clients.ts';
import { engineSuite } from './bench/suites/engine.ts';
import { eventLoopSuite } from './bench/suites/event-loop.ts';
import { growthSuite } from './bench/suites/growth.ts';
import { inventorySuite } from './bench/suites/inventory.ts';
import { lowestCostSuite } from './bench/suites/lowest-cost.ts';
import { managedRunSuite } from './bench/suites/managed-run.ts';
import { resultsSuite } from './bench/suites/results.ts';
import { scoringThreadsSuite } from './bench/suites/scoring-threads.ts';
import { singleSuite } from './bench/suites/single.ts';
import { startUpSuite } from './bench/suites/start-up.ts';

/** Suites by name, in the order in which they run. */
const SUITES: Readonly<Record<string, (options: BenchOptions) => Suite | Promise<Suite>>> = {
  engine: engineSuite,
  batch: batchSuite,
  'batch-cold-lanes': batchColdLanesSuite,
  'lowest-cost': lowestCostSuite,
  single: singleSuite,
  clients: clientsSuite,
  inventory: inventorySuite,
  'managed-run': managedRunSuite,
  results: resultsSuite,
  'scoring-threads': scoringThreadsSuite,
  'event-loop': eventLoopSuite,
  'start-up': startUpSuite,
  growth: growthSuite,
};

/** It takes as long as all others together, so it runs only if it is named, or with --all. */
const LONGEST = 'growth';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    suite: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    orders: { type: 'string' },
    'growth-orders': { type: 'string', default: '1000000' },
    base: { type: 'string' },
    'warm-ups': { type: 'string', default: '1' },
  },
});

/** Closed on a stop signal, because a database server does not end with the process that started it. */
let open: Suite | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await open?.close?.();
    process.exit(130);
  });
}

/**
 * `npm run bench [-- --suite NAME]`: the product against floors measured in the same run (docs/performance.md). With
 * `--base ../before`, another checkout that is compiled, this version against that one.
 */
async function main(): Promise<void> {
  if (values.base !== undefined) {
    await measureByTurns(values.suite ?? ['single'], {
      base: values.base,
      rounds: Number(values.rounds ?? 5),
      warmUps: Number(values['warm-ups']),
      orders: Number(values.orders ?? 60_000),
    });
    return;
  }
  const names = values.suite ?? Object.keys(SUITES).filter((name) => values.all || name !== LONGEST);
  const unknown = names.find((name) => !(name in SUITES));
  if (unknown !== undefined)
    throw new Error(`There is no suite ${unknown}: ${Object.keys(SUITES).join(', ')}.`);
  const figures: Figure[] = [];
  for (const suite of names) {
    for (const { ours, floor, cpuMs: _, ...figure } of await runSuite(suite))
      figures.push({ suite, ...figure, ours: ours.median, floor: floor?.median ?? null });
  }
  if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
  if (values.save) saveFigures(figures);
}

async function runSuite(name: string): Promise<CompareResult[]> {
  const rounds = values.rounds === undefined ? {} : { rounds: Number(values.rounds) };
  const started = performance.now();
  log(`${name} …`);
  const suite = await SUITES[name]!({
    orders: Number(values.orders ?? 200_000),
    growthOrders: Number(values['growth-orders']),
  });
  open = suite;
  const outcomes: CompareResult[] = [];
  try {
    if (suite.skipped !== undefined) log(`${name}: skipped, ${suite.skipped}`);
    for (const comparison of suite.skipped === undefined ? suite.comparisons : []) {
      const compared = await compare({ ...comparison, ...rounds }, (round) =>
        log(`  ${comparison.figures[0]!.case}: ${round}`),
      );
      for (const outcome of compared) log(`${name} | ${describe(outcome)}`);
      outcomes.push(...compared);
    }
  } finally {
    open = undefined;
    await suite.close?.();
  }
  log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s in all`);
  return outcomes;
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

function describe(outcome: CompareResult): string {
  const { unit, ours, floor, ratio, goal, better, cpuMs } = outcome;
  const compared = floor === null ? '' : `, floor ${spread(floor)}, ratio ${ratio.toFixed(2)}`;
  const sign = better === 'lower' ? '≤' : '≥';
  const judged = goal === null ? '' : ` (goal ${sign} ${goal}: ${holds(outcome) ? 'reached' : 'missed'})`;
  const cpu =
    cpuMs === null
      ? ''
      : `; CPU time of all cores ${round(cpuMs.ours)} ms, floor ${round(cpuMs.floor)}, ${(cpuMs.ours / cpuMs.floor).toFixed(2)} times`;
  return `${outcome.case}: ${spread(ours)} ${unit}${compared}${judged}${cpu}`;
}

function spread({ min, median, max }: Spread): string {
  return `${round(median)} [${round(min)} to ${round(max)}]`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exitCode = 1;
});
