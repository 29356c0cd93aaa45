import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, type Dataset, freshOrders } from '../dataset.ts';
import type { Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

/** A published cost function of parcels: a shipment, a unit, a mile and unit. */
const SHIPMENT = 8.759;
const UNIT = 0.423;
const MILE_AND_UNIT = 0.000541;
/** Prices by miles have a zone for each so many miles, and its middle counts. */
const ZONE_MILES = 50;
const ZONES = 60;
const UNITS = 100;

/** A batch by lowest cost, in comparison with the same batch by fewest shipments, both with the same rates. */
export async function lowestCostSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const folder = mkdtempSync(join(tmpdir(), 'wrs-bench-'));
  const fewest = await BenchStage.open(priced(dataset, folder, 'fewest_shipments'));
  const lowest = await BenchStage.open(priced(dataset, folder, 'lowest_cost'));
  let round = 0;
  const measured = (stage: BenchStage) => async () => {
    await stage.resetStock();
    const body = jsonBody({ orders: freshOrders(dataset.orders, round++) });
    return withCpuTime(async () => [(await stage.caller.post('/api/v1/orders/batch-route', body)).ms]);
  };
  return {
    comparisons: [
      {
        figures: [{ case: '5,000 orders, beside fewest shipments', unit: 'ms', goal: 1.5, better: 'lower' }],
        ours: measured(lowest),
        floor: measured(fewest),
      },
    ],
    close: async () => {
      await Promise.all([fewest.close(), lowest.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The dataset with prices by the cost function; a unit weighs 1. */
function priced(
  { account, folder, inventory }: Dataset,
  own: string,
  objective: 'fewest_shipments' | 'lowest_cost',
): Pick<Dataset, 'account' | 'folder' | 'inventory'> {
  const upto = Array.from({ length: ZONES }, (_, zone) => ZONE_MILES * (zone + 1));
  writeFileSync(join(own, 'prices.csv'), prices());
  if (folder !== null) copyFileSync(join(folder, 'lanes.csv'), join(own, 'lanes.csv'));
  return {
    inventory,
    folder: own,
    account: {
      ...account,
      settings: { ...account.settings, objective },
      warehouses: account.warehouses!.map((warehouse) => ({
        ...warehouse,
        handling: { per_shipment: SHIPMENT, per_unit: UNIT },
      })),
      rates: { currency: 'USD', zones: { by: 'miles', upto }, prices_file: 'prices.csv' },
      default_unit_weight: 1,
    },
  };
}

function prices(): string {
  const rows = Array.from({ length: ZONES + 1 }, (_, zone) =>
    Array.from({ length: UNITS }, (__, unit) => {
      const price = MILE_AND_UNIT * ZONE_MILES * (zone + 0.5) * (unit + 1);
      return `*,${zone + 1},${unit + 1},${price.toFixed(4)}\n`;
    }),
  );
  return `warehouse_id,zone,max_weight,price\n${rows.flat().join('')}`;
}
