import { Readable } from 'node:stream';
import { routeRun } from '../../harness/route-run.ts';
import { withCpuTime } from '../cpu-time.ts';
import { demoDataset, demoRun } from '../dataset.ts';
import type { BenchOptions, Suite } from '../measure.ts';
import { BenchStage } from '../stage.ts';

/** The results of a managed run as one stream, from the request to the last byte. */
export async function resultsSuite({ orders }: BenchOptions): Promise<Suite> {
  const stage = await BenchStage.open(demoDataset(orders), { workers: 1, env: { WORKER_THREADS: '2' } });
  await stage.resetStock();
  const id = await routeRun(stage.caller, Readable.from(demoRun(orders, 0)));
  // The floor's table is vacuumed too.
  await stage.db.pool.query('VACUUM ANALYZE');
  const read = () => stage.caller.get(`/api/v1/runs/${id}/results`, 'application/x-ndjson');
  const { bytes } = await read();
  const sizes = { orders, storedBytes: await storedBytes(stage), answerBytes: bytes };
  const floor = await stage.floor('results', sizes);
  return {
    comparisons: [
      {
        figures: [{ case: `${orders} orders as NDJSON`, unit: 'ms', goal: 3, better: 'lower' }],
        warmUps: 1,
        ours: () => withCpuTime(async () => [(await read()).ms]),
        floor: () => withCpuTime(async () => [(await floor.get('/')).ms]),
      },
    ],
    close: () => stage.close(),
  };
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
