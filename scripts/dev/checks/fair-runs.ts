import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { ServiceClient } from '../../wrs/client.ts';
import { fetchRun } from '../../wrs/runs/fetch-run.ts';
import { quantile } from '../bench/measure.ts';
import type { BackendName } from '../harness/service-processes.ts';
import { addDemoClient, submit, withStage } from '../harness/stage.ts';
import { untilEnded } from '../harness/until-ended.ts';

/**
 * Shows how long small runs take during a large run of another client, with real processes: on both queue backends, with
 * one and two workers.
 *
 *   npm run check fair-runs -- [--backend redis] [--workers 2] [--small 500] [--large 300000]
 *
 * All workers together have as many threads as the machine has cores, as they should have in production.
 * The limit: no small run takes more than 5 times as long as the median small run on an idle service.
 */
const { values } = parseArgs({
  options: {
    backend: { type: 'string' },
    workers: { type: 'string' },
    small: { type: 'string', default: '500' },
    large: { type: 'string', default: '300000' },
  },
});
const SMALL = Number(values.small);
const LARGE = Number(values.large);
const WARM_UP = 30_000;
const IDLE_RUNS = 10;
const MAX_RATIO = 5;
const BACKENDS: readonly BackendName[] = ['postgres', 'redis'];
const WORKERS = [1, 2];

let faults = 0;
/** Each run has new orders, because routing an order again must first release its reservation. */
let smallRuns = 0;
for (const backend of BACKENDS.filter((each) => each === (values.backend ?? each))) {
  for (const workers of WORKERS.filter((each) => each === Number(values.workers ?? each))) {
    if (!(await isFair(backend, workers))) faults += 1;
  }
}
console.log(faults === 0 ? 'Everything holds.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;

/** A small run: how long it took, the phase of the large run at its begin, and the progress of the large run meanwhile. */
interface Taken {
  readonly ms: number;
  readonly phase: string;
  /** Orders of the large run that were scored or routed meanwhile. If they are few, the machine was slow. */
  readonly progress: number;
}

function isFair(backend: BackendName, workers: number): Promise<boolean> {
  const threads = Math.max(1, Math.floor(availableParallelism() / workers));
  return withStage({ backend, workers, threads }, LARGE, async (stage) => {
    const small = await addDemoClient(stage, 'small', 100 * SMALL);
    // All threads have worked before, so that small runs on the idle service are not the first work.
    await untilEnded(stage.client, (await submit(stage.client, WARM_UP)).routing_run_id);
    for (let n = 0; n < 3; n++) await timeOfRun(small);
    const idle: number[] = [];
    for (let n = 0; n < IDLE_RUNS; n++) idle.push(await timeOfRun(small));
    idle.sort((a, b) => a - b);
    const usual = quantile(idle, 0.5);

    const large = await submit(stage.client, LARGE);
    const busy: Taken[] = [];
    const progress = async () => (await fetchRun(stage.client, large.routing_run_id)).progress;
    for (let before = await progress(); before.phase !== 'done'; ) {
      const ms = await timeOfRun(small);
      const after = await progress();
      const made = after.orders_scored + after.orders_routed - before.orders_scored - before.orders_routed;
      busy.push({ ms, phase: before.phase, progress: made });
      before = after;
    }
    const { status } = await untilEnded(stage.client, large.routing_run_id);
    const slowest = busy.reduce((a, b) => (b.ms > a.ms ? b : a));
    const ratio = slowest.ms / usual;
    const holds = status === 'completed' && ratio <= MAX_RATIO;
    console.log(
      `  ${holds ? 'yes ' : 'FAULT'} ${backend}, ${workers} worker${workers === 1 ? '' : 's'}: ${SMALL} orders take ` +
        `${usual.toFixed(0)} ms (at most ${idle.at(-1)!.toFixed(0)}); during ${LARGE} orders ${medianOf(busy).toFixed(0)} ms, the slowest of ${busy.length} ` +
        `${slowest.ms.toFixed(0)} ms (while the other run was ${slowest.phase} and made ${slowest.progress} orders), ` +
        `${ratio.toFixed(1)} times`,
    );
    return holds;
  });
}

async function timeOfRun(client: ServiceClient): Promise<number> {
  smallRuns += 1;
  const started = performance.now();
  const { routing_run_id } = await submit(client, SMALL, `${smallRuns}-`);
  const run = await untilEnded(client, routing_run_id);
  if (run.status !== 'completed') throw new Error(`A small run is ${run.status}: ${run.failure}`);
  return performance.now() - started;
}

function medianOf(taken: readonly Taken[]): number {
  const sorted = taken.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return quantile(sorted, 0.5);
}
