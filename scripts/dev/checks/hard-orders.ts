import { parseArgs } from 'node:util';
import { bestRoute } from '../../../shared/engine/best-set.ts';
import { coverRows } from '../../../shared/engine/cover-rows.ts';
import { orderEffort } from '../../../shared/engine/order-effort.ts';
import { sumOf } from '../../../shared/engine/set-order.ts';
import { type CoverSolution, coverProgram, loadHighs } from './hard-orders/cover-program.ts';
import { HARD_FAMILIES, type HardFamily, hardOrder } from './hard-orders/families.ts';

/**
 * Compares the engine's search with an integer program solver, HiGHS, on orders that are made to be hard:
 *
 *   npm run check hard-orders -- [--seeds 8] [--from 1] [--family TEXT] [--limit 30]
 *
 * Prints a table. Fails if an answer that claims a proof is not the best, or if a bound is above
 * what is possible. Times are CPU times.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '8' },
    from: { type: 'string', default: '1' },
    family: { type: 'string', default: '' },
    /** Seconds that the solver has for each of its two aims. */
    limit: { type: 'string', default: '30' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);

interface Figures {
  readonly ms: number;
  readonly size: number;
  readonly rankSum: number;
  readonly proved: boolean;
}

interface Compared {
  readonly ours: Figures & { readonly atLeast: number };
  readonly highs: Figures;
}

const highs = await loadHighs();

function compare(family: HardFamily, seed: number): Compared {
  const supplies = hardOrder(family, seed);
  let effort = orderEffort();
  const [route, ms] = timed(() => {
    effort = orderEffort();
    return bestRoute(supplies, family.warehouses, effort);
  });
  const [solution, highsMs] = timed(() => solved(family, seed));
  return {
    ours: {
      ms,
      size: route.members.length,
      rankSum: sumOf(route.members),
      proved: !effort.exhausted,
      atLeast: effort.atLeast ?? 0,
    },
    highs: { ms: highsMs, ...solution },
  };
}

function solved(family: HardFamily, seed: number): CoverSolution {
  return coverProgram(highs, coverRows(hardOrder(family, seed)), family.warehouses, Number(values.limit));
}

/** How often short work is measured, because other programs, compiling and garbage collection affect it most. */
const TIMES = 3;
const SHORT_MS = 500;

/** The result, and the least CPU time that it took. */
function timed<T>(work: () => T): [T, number] {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 1; ; time++) {
    const before = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
    if (time === TIMES || least > SHORT_MS) return [result, least];
  }
}

let faults = 0;
function check(family: HardFamily, seed: number, { ours, highs: theirs }: Compared): void {
  const fault = (what: string) => {
    faults++;
    console.error(`FAULT ${family.name}, seed ${seed}: ${what}`);
  };
  if (!theirs.proved) return;
  if (ours.atLeast > theirs.size) fault(`at least ${ours.atLeast} is claimed, ${theirs.size} are possible`);
  if (ours.proved && (ours.size !== theirs.size || ours.rankSum !== theirs.rankSum)) {
    fault(`${ours.size}, ${ours.rankSum} is claimed as proved; ${theirs.size}, ${theirs.rankSum} is better`);
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function shown(ms: number): string {
  return ms < 1_000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function row(family: HardFamily, compared: readonly Compared[]): string {
  const known = compared.filter(({ highs: theirs }) => theirs.proved);
  const fewest = known.filter(({ ours, highs: theirs }) => ours.size === theirs.size).length;
  return [
    family.name,
    `${fewest} of ${known.length}`,
    `${compared.filter(({ ours }) => ours.proved).length} of ${compared.length}`,
    shown(mean(compared.map(({ ours }) => ours.ms))),
    shown(Math.max(...compared.map(({ ours }) => ours.ms))),
    `${known.length} of ${compared.length}`,
    shown(mean(compared.map(({ highs: theirs }) => theirs.ms))),
  ].join(' | ');
}

// Lets V8 compile the code before anything is counted.
for (const family of HARD_FAMILIES) bestRoute(hardOrder(family, 0), family.warehouses, orderEffort());
solved(HARD_FAMILIES.at(-1)!, 0);
console.log(
  '| warehouses, SKUs, each SKU at | fewest found | proved | ours, mean | most | HiGHS proved | HiGHS, mean |',
);
console.log('|---|---|---|---|---|---|---|');
for (const family of HARD_FAMILIES.filter(({ name }) => name.includes(values.family))) {
  const compared = seeds.map((seed) => {
    const each = compare(family, seed);
    check(family, seed, each);
    return each;
  });
  console.log(`| ${row(family, compared)} |`);
}
process.exitCode = faults === 0 ? 0 : 1;
