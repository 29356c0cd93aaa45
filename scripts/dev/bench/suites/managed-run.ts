import { Readable } from 'node:stream';
import { memoryOf } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { QueueKind } from '../../harness/service.ts';
import { withCpuTime } from '../cpu-time.ts';
import { demoDataset, demoRun } from '../dataset.ts';
import { openManagedRunFloor } from '../floors/managed-run.ts';
import type { BenchOptions, Comparison, Suite } from '../measure.ts';
import { BenchStage } from '../stage.ts';

/**
 * A managed run from the first byte of its orders to its completion, by one worker with two threads; and the memory that it
 * took. With `--orders` of several sizes: neither the ratio nor the memory may grow with them.
 */
export async function managedRunSuite({ orders }: BenchOptions): Promise<Suite> {
  const dataset = demoDataset(orders);
  const stages: { close(): Promise<void> }[] = [];
  let round = 0;
  let sent: Buffer[] = [];

  // The servers of a backend run only while it is measured, so that they do not slow down the other one.
  const comparisons = (name: string, queue: QueueKind): Comparison[] => {
    let opened: { stage: BenchStage; floor: Awaited<ReturnType<typeof openManagedRunFloor>> } | undefined;
    const open = async () => {
      for (const stage of stages.splice(0)) await stage.close();
      const stage = await BenchStage.open(dataset, { queue, workers: 1, env: { WORKER_THREADS: '2' } });
      stages.push(stage);
      const floor = await openManagedRunFloor(stage.floorUrl);
      stages.unshift(floor);
      return { stage, floor };
    };
    const time: Comparison = {
      figures: [{ case: `${orders} orders, ${name}`, unit: 'ms', goal: 2, better: 'lower' }],
      warmUps: 1,
      ours: async () => {
        opened ??= await open();
        const { stage } = opened;
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
      floor: async () => {
        const { stage, floor } = opened!;
        await stage.untilIdle();
        return withCpuTime(async () => [await floor.run(sent, orders)]);
      },
    };
    const memory: Comparison = {
      figures: ['API', 'worker'].map((program) => ({
        case: `${orders} orders, ${name}, peak memory of the ${program}`,
        unit: 'MB',
        goal: 400,
        better: 'lower',
      })),
      ours: () => {
        const { apis, workers } = opened!.stage.service;
        return Promise.all([...apis, ...workers].map(async ({ pid }) => (await memoryOf(pid)).peak));
      },
      floor: null,
      rounds: 1,
      warmUps: 0,
    };
    return [time, memory];
  };
  return {
    comparisons: [
      ...comparisons('embedded PostgreSQL', 'postgres'),
      ...comparisons('embedded PostgreSQL and Redis', 'redis'),
    ],
    close: async () => {
      for (const stage of stages) await stage.close();
    },
  };
}
