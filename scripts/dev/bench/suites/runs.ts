import { Readable } from 'node:stream';
import { memoryOf } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { QueueKind } from '../../harness/service.ts';
import { withCpuTime } from '../cpu-time.ts';
import { demoDataset, demoRun } from '../dataset.ts';
import { openManagedRunFloor } from '../floors/managed-run.ts';
import type { BenchOptions, Comparison, Suite } from '../measure.ts';
import type { BenchStage } from '../stage.ts';
import { Stages } from '../stages.ts';

const WORKER = { workers: 1, env: { WORKER_THREADS: '2' } };

/** Managed runs of `--orders`, and their results. */
export function runsSuite({ orders }: BenchOptions): Suite {
  const stages = new Stages();
  return {
    comparisons: [
      ...managedRuns(stages, orders, 'embedded PostgreSQL', 'postgres'),
      ...managedRuns(stages, orders, 'embedded PostgreSQL and Redis', 'redis'),
      ...results(stages, orders),
    ],
    close: () => stages.close(),
  };
}

/**
 * A managed run from the first byte of its orders to its completion, by one worker with two threads; and the memory that it
 * took. With `--orders` of several sizes: neither the ratio nor the memory may grow with them.
 */
function managedRuns(stages: Stages, orders: number, name: string, queue: QueueKind): Comparison[] {
  const dataset = demoDataset(orders);
  let round = 0;
  let sent: Buffer[] = [];
  return stages.rows(
    async (open, ends) => {
      const stage = await open(dataset, { queue, ...WORKER });
      const floor = await openManagedRunFloor(stage.floorUrl);
      ends.push(floor);
      return { stage, floor };
    },
    [
      {
        figures: [{ case: `${orders} orders, ${name}`, unit: 'ms', goal: 2, better: 'lower' }],
        warmUps: 1,
        ours: async ({ stage }) => {
          sent = demoRun(orders, round++);
          // Autovacuum would do it within a minute. Otherwise a round would include the cleaning up after the one before.
          await stage.db.pool.query('VACUUM ANALYZE');
          await stage.resetStock();
          return withCpuTime(async () => {
            const started = performance.now();
            await routeRun(stage.caller, Readable.from(sent));
            return [performance.now() - started];
          });
        },
        floor: async ({ stage, floor }) => {
          await stage.untilIdle();
          return withCpuTime(async () => [await floor.run(sent, orders)]);
        },
      },
      {
        figures: ['API', 'worker'].map((program) => ({
          case: `${orders} orders, ${name}, peak memory of the ${program}`,
          unit: 'MB',
          goal: 400,
          better: 'lower',
        })),
        ours: ({ stage: { service } }) =>
          Promise.all(
            [...service.apis, ...service.workers].map(async ({ pid }) => (await memoryOf(pid)).peak),
          ),
        rounds: 1,
        warmUps: 0,
      },
    ],
  );
}

/** The results of a managed run as one stream, from the request to the last byte. */
function results(stages: Stages, orders: number): Comparison[] {
  return stages.rows(
    async (open) => {
      const stage = await open(demoDataset(orders), WORKER);
      const id = await routeRun(stage.caller, Readable.from(demoRun(orders, 0)));
      // The floor's table is vacuumed too.
      await stage.db.pool.query('VACUUM ANALYZE');
      const read = () => stage.caller.get(`/api/v1/runs/${id}/results`, 'application/x-ndjson');
      const { bytes } = await read();
      const sizes = { orders, storedBytes: await storedBytes(stage), answerBytes: bytes };
      return { read, floor: await stage.floor('results', sizes) };
    },
    [
      {
        figures: [{ case: `${orders} orders as NDJSON`, unit: 'ms', goal: 3, better: 'lower' }],
        warmUps: 1,
        ours: ({ read }) => withCpuTime(async () => [(await read()).ms]),
        floor: ({ floor }) => withCpuTime(async () => [(await floor.get('/')).ms]),
      },
    ],
  );
}

/** Rows of orders and decisions without their headers; no result shows raw_order_data. */
async function storedBytes({ db }: BenchStage): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: number }>(
    `SELECT sum(pg_column_size(o) - coalesce(pg_column_size(o.raw_order_data), 0) + pg_column_size(d)
                - 2 * pg_column_size(ROW())) AS bytes
     FROM orders o JOIN decisions d USING (id)`,
  );
  return rows[0]!.bytes;
}
