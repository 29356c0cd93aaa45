import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { faultsOfData } from '../harness/data-faults.ts';
import { QUEUE_KINDS, withService } from '../harness/service.ts';
import { endChecks, judge, runScenario } from './load/run-scenario.ts';
import { SCENARIOS } from './load/scenarios.ts';

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
const workers = Number(values.workers);
// All workers together have as many threads as the machine has cores, as they should have in production.
const threads = Math.max(1, Math.floor(availableParallelism() / Math.max(1, workers)));
const queue = QUEUE_KINDS.find((kind) => kind === values.queue) ?? 'postgres';

if (positionals.length === 0)
  for (const [name, { about }] of Object.entries(SCENARIOS)) console.log(`${name.padEnd(14)}  ${about}`);
for (const name of positionals) {
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  console.log(`${name}, queue in ${queue}`);
  await withService({ queue, workers, env: { WORKER_THREADS: String(threads) } }, async (service) => {
    await runScenario(service, await scenario.open(service, sizes));
    const faults = await faultsOfData(service.db);
    judge(`the data adds up ${faults.join('; ')}`, faults.length === 0);
  });
}
if (positionals.length > 0) endChecks();
