import { batchDataset, freshOrders } from '../dataset.ts';
import type { Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

/** The bytes that a batch adds to the database, without lanes and raw_order_data. */
export async function storedBytesSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await BenchStage.open(dataset);
  await stage.resetStock();
  const before = await storedBytes(stage);
  let round = 0;
  return {
    comparisons: [
      {
        figures: [
          { case: 'a decision with all that belongs to it', unit: 'bytes', goal: 700, better: 'lower' },
        ],
        warmUps: 1,
        ours: async () => {
          await stage.resetStock();
          const body = jsonBody({ orders: freshOrders(dataset.orders, round++) });
          await stage.caller.post('/api/v1/orders/batch-route', body);
          await stage.untilIdle();
          // The mean of all batches so far, because tables grow by many pages at a time.
          return [((await storedBytes(stage)) - before) / (round * dataset.orders.length)];
        },
        floor: null,
      },
    ],
    close: () => stage.close(),
  };
}

/** Tables, their indexes and their TOAST; reservations make new versions of rows of inventory. */
async function storedBytes({ db }: BenchStage): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))
            - (SELECT coalesce(sum(pg_column_size(raw_order_data)), 0) FROM orders) AS bytes
     FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'lane_cache'`,
  );
  return rows[0]!.bytes;
}
