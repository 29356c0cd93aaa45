import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '../bench/measure.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { callWhile, timed } from '../harness/latencies.ts';
import { memoryOf } from '../harness/process-figures.ts';
import { QUEUE_KINDS } from '../harness/service.ts';
import { type OpenService, withService } from '../harness/with-service.ts';
import { type Limits, SCENARIOS, type Scenario } from './load/scenarios.ts';

/**
 * Scenarios of much work, each on a service of its own: who waits how long, how much memory API and workers have, and
 * whether the data adds up in the end. Without a name it lists them:
 *
 *   npm run check load
 *   npm run check load run-singles flood -- [--queue redis] [--workers 2] [--size 0.1]
 *   npm run check load soak -- --minutes 30
 *
 * Exits with 1 if a limit is missed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queue: { type: 'string', default: 'postgres' },
    workers: { type: 'string', default: '1' },
    /** By which sizes are multiplied: 0.1 for a quick try. */
    size: { type: 'string', default: '1' },
    /** Of the soak. */
    minutes: { type: 'string', default: '30' },
  },
});
const sizes = { size: Number(values.size), minutes: Number(values.minutes) };
let missed = 0;

/** Prints whether a limit is kept. */
function judge(what: string, holds: boolean): void {
  console.log(`  ${holds ? 'yes  ' : 'FAULT'} ${what}`);
  if (!holds) missed += 1;
}

async function run({ idleCalls, limits, open }: Scenario, service: OpenService): Promise<void> {
  const { background, callers } = await open(service, sizes);
  for (const [name, work] of Object.entries(background)) {
    const idle = new Map<string, number[]>();
    for (const call of Object.values(callers)) await callWhile((calls) => calls < idleCalls, call);
    for (const [caller, call] of Object.entries(callers))
      idle.set(caller, await callWhile((calls) => calls < idleCalls, call));
    let goesOn = true;
    const working = timed(work).finally(() => {
      goesOn = false;
    });
    const waiting = Object.entries(callers).map(
      async ([caller, call]) => [caller, await callWhile(() => goesOn, call)] as const,
    );
    const seconds = ((await working) / 1000).toFixed(1);
    const busy = await Promise.all(waiting);
    const processes = [...service.service.apis, ...service.service.workers];
    const memory = await Promise.all(processes.map(async ({ pid }) => (await memoryOf(pid)).now.toFixed(0)));
    console.log(`  ${name}: ${seconds} s; API and workers ${memory.join(' / ')} MiB`);
    for (const [caller, times] of busy) judgeWaits(caller, idle.get(caller)!, times, limits);
  }
  const faults = await faultsOfData(service.db);
  judge(`the data adds up ${faults.join('; ')}`, faults.length === 0);
}

function judgeWaits(caller: string, idle: readonly number[], busy: readonly number[], limits: Limits): void {
  const at = (share: number) => [quantile(idle, share), quantile(busy, share)] as const;
  const [p50, p99, slowest] = [at(0.5), at(0.99), at(1)];
  const within = (value: number, limit: number | undefined) => limit === undefined || value <= limit;
  const holds =
    busy.length > 0 &&
    within(p50[1] / p50[0], limits.p50Times) &&
    within(p99[1] / p99[0], limits.p99Times) &&
    within(slowest[1] / p50[0], limits.slowestTimes) &&
    within(p99[1], limits.p99Ms) &&
    within(slowest[1], limits.slowestMs);
  const shown = (name: string, [before, during]: readonly [number, number]) =>
    `${name} ${before.toFixed(1)} ms, during it ${during.toFixed(1)} ms (${(during / before).toFixed(1)} times)`;
  judge(
    `${caller}, ${busy.length} calls: ${[shown('p50', p50), shown('p99', p99), shown('slowest', slowest)].join('; ')}`,
    holds,
  );
}

if (positionals.length === 0)
  for (const [name, { about }] of Object.entries(SCENARIOS)) console.log(`${name.padEnd(14)}  ${about}`);
for (const name of positionals) {
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  console.log(`${name}, queue in ${values.queue}`);
  const workers = Number(values.workers);
  // All workers together have as many threads as the machine has cores, as they should have in production.
  const threads = Math.max(1, Math.floor(availableParallelism() / Math.max(1, workers)));
  const queue = QUEUE_KINDS.find((kind) => kind === values.queue) ?? 'postgres';
  await withService({ queue, workers, env: { WORKER_THREADS: String(threads) } }, (service) =>
    run(scenario, service),
  );
}
if (positionals.length > 0) console.log(missed === 0 ? 'Everything holds.' : `${missed} limits missed.`);
process.exitCode = missed === 0 ? 0 : 1;
