import { quantile } from '../../bench/measure.ts';
import { type Caller, startCallers, type Waits } from '../../harness/callers.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';

/** Something that goes on. It may return what is to be printed. */
export type Work = () => Promise<unknown>;

/** Who waits how long while something goes on. */
export interface Scenario {
  /** What goes on, one after the other. */
  readonly background: Readonly<Record<string, Work>>;
  /** Each calls before the work begins, and during it. */
  readonly callers: readonly (Caller & { readonly limits: Limits })[];
  /** How often each caller calls before the work begins. */
  readonly idleCalls: number;
  /** The most memory by which the API may grow during the work. */
  readonly memoryMiB: number;
}

/** The longest waits during the work, in milliseconds. */
type Limits = { readonly [Name in keyof typeof MEASURES]?: number };

type Times = readonly number[];

const MEASURES = {
  p99Ms: (busy: Times) => quantile(busy, 0.99),
  slowestMs: (busy: Times) => quantile(busy, 1),
};

const SHOWN = { p50: 0.5, p99: 0.99, slowest: 1 };
/** With fewer requests there is no 99th percentile. */
const LEAST_CALLS = 150;
const MEMORY_POLL_MS = 50;

let missed = 0;

/** Prints whether a limit is kept. */
export function judge(what: string, holds: boolean): void {
  console.log(`  ${holds ? 'yes  ' : 'FAULT'} ${what}`);
  if (!holds) missed += 1;
}

/** Prints how many limits were missed, and makes it the exit code. */
export function endChecks(): void {
  console.log(missed === 0 ? 'Everything holds.' : `${missed} limits missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

/** Does the work of a scenario, and judges how long its callers waited and how much memory the processes had. */
export async function runScenario(
  { url, apis, workers }: ServiceUnderTest,
  scenario: Scenario,
): Promise<void> {
  const { background, callers, idleCalls, memoryMiB } = scenario;
  const memory = () => Promise.all([...apis, ...workers].map(async ({ pid }) => (await memoryOf(pid)).now));
  for (const [name, work] of Object.entries(background)) {
    const endIdle = await startCallers(url, callers, 2 * idleCalls);
    const idle = await endIdle();
    const before = await memory();
    let most = before;
    const end = await startCallers(url, callers, Math.min(idleCalls, LEAST_CALLS));
    const watch = setInterval(async () => {
      const now = await memory();
      most = most.map((each, at) => Math.max(each, now[at]!));
    }, MEMORY_POLL_MS);
    const started = performance.now();
    const said = await work().catch((error: Error) => error);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    clearInterval(watch);
    const busy = await end();
    const grown = before.map((each, at) => `${each.toFixed(0)} to ${most[at]!.toFixed(0)}`).join(', ');
    console.log(`${name}: ${seconds} s; MiB of API and workers ${grown}${said ? `; ${said}` : ''}`);
    if (said instanceof Error) judge('the work is done', false);
    if (most[0]! - before[0]! > memoryMiB) judge(`the API grows by at most ${memoryMiB} MiB`, false);
    // The first calls are not counted, because a process that begins is slower.
    for (const [at, { sends, limits }] of callers.entries())
      judgeWaits(sends, limits, idle[at]!.taken.slice(idleCalls), busy[at]!);
  }
}

function judgeWaits(caller: string, limits: Limits, idle: Times, { taken, refused }: Waits): void {
  const shown = Object.entries(SHOWN).map(([name, share]) => {
    const [before, during] = [quantile(idle, share), quantile(taken, share)];
    return `${name} ${before.toFixed(1)} ms, during it ${during.toFixed(1)} ms (${(during / before).toFixed(1)} times)`;
  });
  const isWithin = Object.entries(limits).every(
    ([measure, limit]) => MEASURES[measure as keyof Limits](taken) <= limit,
  );
  const answered = refused === 0 ? '' : `, ${refused} refused`;
  judge(`${caller}, ${taken.length} calls${answered}: ${shown.join('; ')}`, isWithin && refused === 0);
}
