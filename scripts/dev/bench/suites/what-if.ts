import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { timed } from '../../harness/latencies.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import { routeFile } from '../../harness/route-run.ts';
import { demoDataset, writeOrderFile } from '../dataset.ts';
import type { HttpCaller } from '../http.ts';
import type { BenchOptions, Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** 20,000 orders in comparison with 200,000. */
const SMALLER = 10;
/** What-ifs are a fifth of the largest runs. */
const OF_GROWTH = 5;
const POLL_MS = 20;

/** A what-if that closes a warehouse: its cost beside the run that it asks about, its memory, and a run beside it. */
export async function whatIfSuite({ growthOrders }: BenchOptions): Promise<Suite> {
  const large = Math.round(growthOrders / OF_GROWTH);
  const small = Math.round(large / SMALLER);
  const folder = await temporaryFolder();
  const file = join(folder.path, 'orders.ndjson');
  const dataset = demoDataset(2 * large);
  const draft = {
    warehouses: [{ warehouse_id: dataset.account.warehouses![0]!.warehouse_id, enabled: false }],
  };
  let files = 0;
  let open: BenchStage | undefined;

  const route = async (stage: BenchStage, orders: number) => {
    await writeOrderFile(file, orders, files++);
    await stage.resetStock();
    let routing_run_id = 0;
    const milliseconds = await timed(async () => {
      routing_run_id = await routeFile(stage.caller, file);
    });
    return { routing_run_id, milliseconds };
  };
  const costsOf = async (orders: number) => {
    const stage = await BenchStage.open(dataset, { workers: 1, env: { WORKER_THREADS: '2' } });
    open = stage;
    try {
      await route(stage, small); // V8 compiles the code
      const run = await route(stage, orders);
      const { pid } = stage.service.workers[0]!;
      await writeFile(`/proc/${pid}/clear_refs`, '5'); // the peak of memory begins again
      const milliseconds = await timed(() =>
        ask(stage.caller, run.routing_run_id, draft).then(({ end }) => end()),
      );
      const { peak } = await memoryOf(pid);
      const alone = await route(stage, small);
      const { cancel } = await ask(stage.caller, run.routing_run_id, draft);
      const both = await route(stage, small);
      if (!(await cancel()) && orders === large)
        throw new Error('The what-if ended before the run beside it.');
      const beside = both.milliseconds / alone.milliseconds;
      return { anOrder: milliseconds / orders, ofRun: milliseconds / run.milliseconds, peak, beside };
    } finally {
      open = undefined;
      await stage.close();
    }
  };
  const figure = (name: string, unit: string, goal: number | null) =>
    ({ case: name, unit, goal, better: 'lower' }) as const;
  return {
    comparisons: [
      {
        figures: [
          figure(`time of a what-if of ${large} orders beside the run of these`, 'times', null),
          figure(`cost an order at ${large} orders beside ${small}`, 'times', 1.2),
          figure(`peak memory of the worker at ${large} orders beside ${small}`, 'times', 1.2),
          figure(`peak memory of the worker at ${large} orders`, 'MB', 400),
          figure(`a run of ${small} orders beside the what-if and alone`, 'times', 1.1),
        ],
        warmUps: 0,
        ours: async () => {
          const [less, more] = [await costsOf(small), await costsOf(large)];
          return [more.ofRun, more.anOrder / less.anOrder, more.peak / less.peak, more.peak, more.beside];
        },
        floor: null,
      },
    ],
    close: async () => {
      await open?.close();
      await folder.remove();
    },
  };
}

/** Asks a what-if. `end` resolves when it is completed; `cancel` tells whether it was still under way. */
async function ask(caller: HttpCaller, routing_run_id: number, draft: object) {
  const { what_if_id } = await caller.postForJson<{ what_if_id: number }>(
    '/api/v1/what-ifs',
    jsonBody({ orders: { routing_run_id }, draft }),
  );
  const path = `/api/v1/what-ifs/${what_if_id}`;
  const statusOf = async () => (await caller.getJson<{ status: string }>(path)).status;
  const isUnderWay = (status: string) => status === 'queued' || status === 'running';
  return {
    end: async () => {
      let status = await statusOf();
      for (; isUnderWay(status); status = await statusOf()) await pause(POLL_MS);
      if (status !== 'completed') throw new Error(`The what-if ended ${status}.`);
    },
    cancel: async () => {
      const wasUnderWay = isUnderWay(await statusOf());
      await caller.post(`${path}/cancel`, jsonBody({}));
      return wasUnderWay;
    },
  };
}
