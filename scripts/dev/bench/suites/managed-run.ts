import { join } from 'node:path';
import { timed } from '../../harness/latencies.ts';
import { routeFile } from '../../harness/route-run.ts';
import type { QueueKind } from '../../harness/service.ts';
import { withCpuTime } from '../cpu-time.ts';
import { demoDataset, writeOrderFile } from '../dataset.ts';
import { ManagedRunFloor } from '../floors/managed-run.ts';
import type { BenchOptions, Comparison, Suite } from '../measure.ts';
import { BenchStage } from '../stage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A managed run from the first byte of its file to its completion, by one worker with two threads. */
export async function managedRunSuite({ orders }: BenchOptions): Promise<Suite> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'orders.ndjson');
  const dataset = demoDataset(orders);
  const stages: { close(): Promise<void> }[] = [];
  let round = 0;

  // The servers of a backend run only while it is measured, so that they do not slow down the other one.
  const comparison = (name: string, queue: QueueKind): Comparison => {
    let opened: { stage: BenchStage; floor: ManagedRunFloor } | undefined;
    const open = async () => {
      for (const stage of stages.splice(0)) await stage.close();
      const stage = await BenchStage.open(dataset, { queue, workers: 1, env: { WORKER_THREADS: '2' } });
      stages.push(stage);
      const floor = new ManagedRunFloor(stage.floorUrl);
      await floor.open();
      stages.unshift(floor);
      return { stage, floor };
    };
    return {
      figures: [{ case: `${orders} orders, ${name}`, unit: 'ms', goal: 2, better: 'lower' }],
      warmUps: 1,
      ours: async () => {
        opened ??= await open();
        const { stage } = opened;
        await writeOrderFile(file, orders, round++);
        // Autovacuum would do it within a minute. Otherwise a round would include the cleaning up after the one before.
        await stage.db.pool.query('VACUUM ANALYZE');
        await stage.resetStock();
        return withCpuTime(async () => [await timed(() => routeFile(stage.caller, file))]);
      },
      floor: async () => {
        const { stage, floor } = opened!;
        await stage.untilIdle();
        return withCpuTime(async () => [await floor.run(file, orders)]);
      },
    };
  };
  return {
    comparisons: [
      comparison('embedded PostgreSQL', 'postgres'),
      comparison('embedded PostgreSQL and Redis', 'redis'),
    ],
    close: async () => {
      for (const stage of stages) await stage.close();
      await folder.remove();
    },
  };
}
