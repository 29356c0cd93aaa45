import { parseArgs } from 'node:util';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { measureByTurns } from './bench/by-turns.ts';
import { type CompareResult, compare, holds, type Spread, type Suite } from './bench/measure.ts';
import { openSuite, suitesOf } from './bench/open-suite.ts';
import { type Figure, saveFigures } from './bench/save-figures.ts';

const { values } = parseArgs({
  options: {
    save: { type: 'boolean', default: false },
    suite: { type: 'string', multiple: true },
    case: { type: 'string', default: '' },
    rounds: { type: 'string' },
    orders: { type: 'string' },
    minutes: { type: 'string' },
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
 * `--base ../before`, another checkout that is compiled, this version against that one. `--orders`: of the large runs.
 * `--minutes`: of the suite `steady`. `--case`: a part of the name of those that are measured.
 */
async function main(): Promise<void> {
  const minutes = Number(values.minutes ?? 10);
  if (values.base !== undefined) {
    await measureByTurns(values.suite ?? ['orders'], {
      base: values.base,
      rounds: Number(values.rounds ?? 5),
      warmUps: Number(values['warm-ups']),
      orders: Number(values.orders ?? 60_000),
      minutes,
      case: values.case,
    });
    return;
  }
  const figures: Figure[] = [];
  for (const suite of values.suite ?? suitesOf(projectRoot)) {
    for (const { ours, floor, cpuMs: _, ...figure } of await runSuite(suite))
      figures.push({ suite, ...figure, ours: ours.median, floor: floor?.median ?? null });
  }
  if (values.save) saveFigures(figures);
}

async function runSuite(name: string): Promise<CompareResult[]> {
  const rounds = values.rounds === undefined ? {} : { rounds: Number(values.rounds) };
  const started = performance.now();
  log(`${name} …`);
  const suite = await openSuite(projectRoot, name, {
    orders: Number(values.orders ?? 200_000),
    minutes: Number(values.minutes ?? 10),
  });
  open = suite;
  const outcomes: CompareResult[] = [];
  try {
    const chosen = suite.comparisons.filter(({ figures }) =>
      figures.some((each) => each.case.includes(values.case)),
    );
    for (const comparison of chosen) {
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
