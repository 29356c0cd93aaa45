import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { RunView } from '../../../shared/contracts/run.ts';
import { dataOf, type ServiceClient } from '../../wrs/client.ts';
import { Refused } from '../../wrs/failures.ts';
import { fetchRun } from '../../wrs/runs/fetch-run.ts';
import { quantile } from '../bench/measure.ts';
import { type BackendName, peakMemory } from '../harness/service-processes.ts';
import { type Stage, submit, withStage as withStageOf } from '../harness/stage.ts';
import { untilEnded } from '../harness/until-ended.ts';

/**
 * Measures large managed runs with real processes, and checks their outcome:
 *
 *   npm run check large-runs -- [--backend redis] [--small 50000] [--large 200000] [--only latency]
 */
const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'postgres' },
    small: { type: 'string', default: '50000' },
    large: { type: 'string', default: '200000' },
    only: { type: 'string' },
  },
});
const backend: BackendName = values.backend === 'redis' ? 'redis' : 'postgres';
const SMALL = Number(values.small);
const LARGE = Number(values.large);
const MAX_MEMORY_RATIO = 1.2;
const MAX_LATENCY_RATIO = 5;
const CSV_ROWS = 100_000;
const CSV_FAULTS = 37;

const withStage = <T>(orders: number, work: (stage: Stage) => Promise<T>) =>
  withStageOf({ backend, workers: 1 }, orders, work);

let faults = 0;
function check(what: string, holds: boolean): void {
  if (!holds) faults += 1;
  console.log(`  ${holds ? 'yes ' : 'FAULT'} ${what}`);
}

interface Cost {
  readonly seconds: number;
  readonly api: number;
  readonly worker: number;
}

async function costOf(orders: number): Promise<Cost> {
  return withStage(orders, async ({ service, client }) => {
    const started = performance.now();
    const run = await untilEnded(client, (await submit(client, orders)).routing_run_id);
    const seconds = (performance.now() - started) / 1000;
    const [api = 0, worker = 0] = await Promise.all(
      [...service.pids('api'), ...service.pids('worker')].map(peakMemory),
    );
    check(
      `${orders} orders in ${seconds.toFixed(1)} s, ${Math.round(orders / seconds)} orders a second; ` +
        `at most ${Math.round(api)} MB in the API and ${Math.round(worker)} MB in the worker`,
      run.status === 'completed' && run.orders_routed === orders,
    );
    return { seconds, api, worker };
  });
}

async function throughputAndMemory(): Promise<void> {
  console.log(`Throughput and memory (${backend})`);
  const small = await costOf(SMALL);
  const large = await costOf(LARGE);
  for (const part of ['api', 'worker'] as const) {
    const ratio = large[part] / small[part];
    check(`peak memory of the ${part}: ${ratio.toFixed(2)} times`, ratio <= MAX_MEMORY_RATIO);
  }
}

/** Milliseconds that single orders take, one after the other, while `goesOn`. */
async function latencies(client: ServiceClient, prefix: string, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; goesOn(); n++) {
    const order = {
      external_order_id: `${prefix}-${n}`,
      destination_zip: '60614',
      lines: [{ sku: 'LAMP-100', quantity: 1 }],
    };
    const started = performance.now();
    await client.api.POST('/api/v1/orders/route', { body: order });
    taken.push(performance.now() - started);
  }
  return taken.sort((a, b) => a - b);
}

async function latencyDuringRun(): Promise<void> {
  console.log('Single orders of the same client while a run works');
  await withStage(LARGE, async ({ client }) => {
    let left = 500;
    await latencies(client, 'warm', () => left-- > 0);
    left = 1000;
    const idle = await latencies(client, 'idle', () => left-- > 0);
    let works = true;
    const run = submit(client, LARGE)
      .then((accepted) => untilEnded(client, accepted.routing_run_id))
      .finally(() => {
        works = false;
      });
    const busy = await latencies(client, 'busy', () => works);
    check(`the run completed beside ${busy.length} requests`, (await run).status === 'completed');
    for (const [name, share] of [
      ['median', 0.5],
      ['99th percentile', 0.99],
    ] as const) {
      const [before, during] = [quantile(idle, share), quantile(busy, share)];
      const ratio = during / before;
      check(
        `${name}: ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms during the run, ${ratio.toFixed(1)} times`,
        ratio <= MAX_LATENCY_RATIO,
      );
    }
  });
}

/** Rows of single-line orders. The faulty rows have a quantity that is no number. */
function csv(faulty: ReadonlySet<number>): string {
  const rows = Array.from({ length: CSV_ROWS }, (_, i) =>
    [`CSV-${i}`, '60614', 'LAMP-100', faulty.has(i) ? 'many' : '1'].join(','),
  );
  return `external_order_id,destination_zip,sku,quantity\n${rows.join('\n')}\n`;
}

async function faultyCsv(): Promise<void> {
  console.log(`A CSV of ${CSV_ROWS} rows with ${CSV_FAULTS} faulty ones`);
  await withStage(1000, async ({ client }) => {
    const faulty = new Set(Array.from({ length: CSV_FAULTS }, (_, n) => 1 + n * 2600 + ((n * 977) % 2000)));
    // The header is line 1.
    const wanted = [...faulty].map((row) => `line ${row + 2}`);
    const send = (onInvalid: string) =>
      client.upload<RunView>(
        `/api/v1/runs?on_invalid=${onInvalid}`,
        { 'content-type': 'text/csv' },
        Readable.from([csv(faulty)]),
      );
    const refused = await send('reject').catch((error: unknown) => error);
    const places = refused instanceof Refused ? refused.errors.map(({ path }) => path.split(':')[0]) : [];
    check(
      `reject: 422 with the ${places.length} lines of the faults, the first ${places[0]}`,
      refused instanceof Refused && refused.status === 422 && places.join() === wanted.join(),
    );
    const { runs } = await dataOf(client.api.GET('/api/v1/runs', {}));
    check(
      'reject: nothing of it is saved',
      runs.every((run) => run.orders_routed === 0),
    );
    const run = await untilEnded(client, (await send('skip')).routing_run_id);
    check(
      `skip: ${run.orders_routed} routed, ${run.fault_count} listed`,
      run.status === 'completed' &&
        run.orders_routed === CSV_ROWS - CSV_FAULTS &&
        run.fault_count === CSV_FAULTS &&
        run.faults?.map(({ line }) => `line ${line}`).join() === wanted.join(),
    );
  });
}

async function cancelAtHalf(): Promise<void> {
  console.log('Cancel at half way');
  await withStage(SMALL, async ({ client, db }) => {
    const used = async () => {
      const { rows } = await db.pool.query<{ n: number }>(
        'SELECT coalesce(sum(routed_orders), 0)::int AS n FROM usage',
      );
      return rows[0]!.n;
    };
    const before = await used();
    const accepted = await submit(client, SMALL);
    while ((await fetchRun(client, accepted.routing_run_id)).orders_routed < SMALL / 2) await pause(20);
    await client.api.POST('/api/v1/runs/{routing_run_id}/cancel', {
      params: { path: { routing_run_id: accepted.routing_run_id } },
    });
    const run = await untilEnded(client, accepted.routing_run_id);
    const body = await client.stream(
      `/api/v1/runs/${accepted.routing_run_id}/results`,
      'application/x-ndjson',
    );
    const results = (await new Response(body).text()).trimEnd().split('\n').length;
    check(
      `${run.status} after ${run.orders_routed} of ${SMALL}, ${results} results stored`,
      run.status === 'cancelled' && run.orders_routed < SMALL && results === run.orders_routed,
    );
    const counted = (await used()) - before;
    check(`usage is ${counted}, the number of orders that were routed`, counted === run.orders_routed);
  });
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  throughput: throughputAndMemory,
  latency: latencyDuringRun,
  csv: faultyCsv,
  cancel: cancelAtHalf,
};
for (const [name, part] of Object.entries(PARTS)) if (name === (values.only ?? name)) await part();
console.log(faults === 0 ? 'Everything holds.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
