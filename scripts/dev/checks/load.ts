import { parseArgs } from 'node:util';
import type { QueueKind } from '../harness/service.ts';
import type { LoadOptions, LoadScenario } from './load/load-scenario.ts';
import { million } from './load/million.ts';
import { scale } from './load/scale.ts';
import { soak } from './load/soak.ts';
import { WAIT_SCENARIOS } from './load/wait-scenarios.ts';

/**
 * Scenarios of much work, each on a service of its own. Without a name it lists them:
 *
 *   npm run check load
 *   npm run check load run-singles flood -- [--queue redis] [--workers 2] [--size 0.1]
 *   npm run check load soak -- --minutes 30
 *   npm run check load scale -- [--processes 1,2,4] [--clients 1,10,100] [--seconds 5] [--queue redis]
 *       --pgbouncer        through PgBouncer, with 20 connections to the server
 *       --standby async    with a streaming replica; `sync`: a commit waits for it
 *       --partitions 6     orders and decisions in so many partitions of 100,000 ids, and the rest
 *
 * Exits with 1 if a limit is missed.
 */
const SCENARIOS: Readonly<Record<string, LoadScenario>> = { ...WAIT_SCENARIOS, million, soak, scale };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queue: { type: 'string', default: 'postgres' },
    workers: { type: 'string', default: '1' },
    size: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    processes: { type: 'string', default: '1,2,4' },
    clients: { type: 'string', default: '1,10,100' },
    seconds: { type: 'string', default: '5' },
    pgbouncer: { type: 'boolean', default: false },
    standby: { type: 'string', default: 'none' },
    partitions: { type: 'string', default: '0' },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const options: LoadOptions = {
  queue: values.queue as QueueKind,
  workers: Number(values.workers),
  size: Number(values.size),
  minutes: Number(values.minutes),
  scale: {
    processes: numbers(values.processes),
    clients: numbers(values.clients),
    seconds: Number(values.seconds),
    pgbouncer: values.pgbouncer,
    standby: values.standby as LoadOptions['scale']['standby'],
    partitions: Number(values.partitions),
  },
};

if (positionals.length === 0) {
  for (const [name, { about }] of Object.entries(SCENARIOS)) console.log(`${name.padEnd(14)}  ${about}`);
}
let missed = 0;
for (const name of positionals) {
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  console.log(`${name}, queue in ${options.queue}`);
  missed += (await scenario.run(options)).length;
}
if (positionals.length > 0) console.log(missed === 0 ? 'Everything holds.' : `${missed} limits missed.`);
process.exitCode = missed === 0 ? 0 : 1;
