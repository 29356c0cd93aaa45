import type { HttpCaller } from '../../harness/http.ts';
import { batchDataset, enabledWarehouses, snapshotOf } from '../dataset.ts';
import type { Comparison, Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const ROWS = 10_000;

/** A snapshot of 10,000 rows over HTTP, of which all are new, all have changed, or none has. */
export async function inventorySuite(): Promise<Suite> {
  const { account, folder } = batchDataset();
  const warehouses = enabledWarehouses(account);
  const snapshot = (prefix: string, quantity: number) =>
    jsonBody({ inventory: snapshotOf(warehouses, ROWS, { prefix, quantity }) });
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
      comparison('all new', () => snapshot(`NEW-${1000 + round}`, 10)),
      // The first round is a warm-up. After it the rows exist.
      comparison('all changed', () => snapshot('SAME', 10 + round)),
      comparison('all unchanged', () => snapshot('SAME', 10)),
    ],
    close: () => stage.close(),
  };
}
