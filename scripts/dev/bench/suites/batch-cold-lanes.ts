import { setTimeout as pause } from 'node:timers/promises';
import { parseAccountFile } from '../../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../../shared/accounts/apply-account.ts';
import { batchDataset, freshOrders } from '../dataset.ts';
import type { Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const POLL_MS = 20;

/** The batch without known lanes, by the zone provider, in comparison with the same batch and known lanes. */
export async function batchColdLanesSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const account = { ...dataset.account, transit: { provider: 'zone' as const } };
  const stage = await BenchStage.open({ ...dataset, account });
  const lanes = async () =>
    (await stage.db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM lane_cache')).rows[0]!.n;
  let round = 0;
  const route = async () => {
    await stage.resetStock();
    const body = jsonBody({ orders: freshOrders(dataset.orders, round++) });
    return [(await stage.caller.post('/api/v1/orders/batch-route', body)).milliseconds];
  };
  /** Makes all lanes unknown. A process remembers lanes by configuration, so a new configuration has none; stored lanes are deleted. */
  const forget = async () => {
    const [first, ...others] = account.warehouses ?? [];
    const warehouses = [{ ...first!, warehouse_name: `Renamed ${round}` }, ...others];
    await applyAccountFile(stage.db, parseAccountFile({ ...account, warehouses }), { baseDir: null });
    await stage.db.pool.query('TRUNCATE lane_cache');
  };
  return {
    comparisons: [
      {
        figures: [{ case: '5,000 orders, no lane known beforehand', unit: 'ms', goal: 1.3, better: 'lower' }],
        ours: async () => {
          await forget();
          const measured = await route();
          while ((await lanes()) === 0) await pause(POLL_MS); // written a little after the answer
          await stage.untilIdle();
          return measured;
        },
        floor: route,
      },
    ],
    close: () => stage.close(),
  };
}
