import type { HttpCaller } from '../../harness/http.ts';
import { batchDataset, type SentStockRow } from '../dataset.ts';
import type { Comparison, Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const ROWS = 10_000;

/** A snapshot of 10,000 rows over HTTP, of which all are new, all have changed, or none has. */
export async function inventorySuite(): Promise<Suite> {
  const { account, folder } = batchDataset();
  const warehouses = (account.warehouses ?? [])
    .filter(({ enabled = true }) => enabled)
    .map(({ warehouse_id }) => warehouse_id);
  const stage = await BenchStage.open({ account, folder, inventory: [] });
  const floor = await stage.floor('inventory');
  const send = async (caller: HttpCaller, path: string, body: Buffer) => {
    await stage.untilIdle();
    return [(await caller.post(path, body)).ms];
  };
  let round = 0;
  const comparison = (name: string, bodyOf: () => Buffer): Comparison => {
    let body: Buffer = Buffer.alloc(0);
    return {
      figures: [{ case: `10,000 rows, ${name}`, unit: 'ms', goal: 1.3, better: 'lower' }],
      ours: () => {
        round++;
        body = bodyOf();
        return send(stage.caller, '/api/v1/inventory', body);
      },
      floor: () => send(floor, '/', body),
    };
  };
  return {
    comparisons: [
      comparison('all new', () => snapshot(warehouses, `NEW-${1000 + round}`, 10)),
      // The first round is a warm-up. After it the rows exist.
      comparison('all changed', () => snapshot(warehouses, 'SAME', 10 + round)),
      comparison('all unchanged', () => snapshot(warehouses, 'SAME', 10)),
    ],
    close: () => stage.close(),
  };
}

/** A snapshot in which every SKU is in every warehouse. */
function snapshot(warehouses: readonly string[], prefix: string, quantity: number): Buffer {
  const inventory: SentStockRow[] = Array.from({ length: ROWS }, (_, row) => {
    const sku = Math.floor(row / warehouses.length);
    return {
      sku: `${prefix}-${String(sku).padStart(6, '0')}`,
      warehouse_id: warehouses[row % warehouses.length]!,
      quantity_available: quantity,
      unit_value: 10 + (sku % 90),
    };
  });
  return jsonBody({ inventory });
}
