import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipsOfPrefix } from '../../../../shared/transit/zip-codes.ts';
import { DEMO_ACCOUNT } from '../../../demo/demo-account.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import type { Comparison, Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

/** All of these clients are on one service, each with a lane table of its own. */
const CLIENTS = 1000;
const FEW = 8;
const MANY = [40, 200, CLIENTS];

/** Short rounds, many of them: the two sides of a ratio then have the same machine. */
const ORDERS = CLIENTS;
const ROUNDS = 15;
/** As many as the few clients, so that no order waits for another one of its client. */
const AT_ONCE = FEW;

const WAREHOUSES = 4;
const PLENTY = 1_000_000_000;

/** What an order of many clients in turn costs, beside the same order of few clients. No order is to a known destination. */
export async function clientsSuite(): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-bench-'));
  const zips = zipsOfPrefix('');
  const warehouses = DEMO_ACCOUNT.warehouses.slice(0, WAREHOUSES);
  await writeFile(join(folder, 'lanes.csv'), laneFile(warehouses, zips));
  const account = {
    client: DEMO_ACCOUNT.client,
    warehouses,
    transit: { provider: 'table', lanes_file: 'lanes.csv' } as const,
    api_keys: [{ name: 'bench', environment: 'live' as const }],
  };
  const inventory = warehouses.map(({ warehouse_id }) => ({
    sku: 'A-1',
    warehouse_id,
    quantity_available: PLENTY,
  }));
  const stage = await BenchStage.open({ account, folder, inventory }, { clients: CLIENTS });
  await stage.resetStock();
  const callers = stage.keys.map((key) => new PostCaller(stage.service.url, key));

  let sent = 0;
  const freshBody = () => {
    const nth = sent++;
    return jsonBody({
      external_order_id: `O-${1_000_000 + nth}`,
      destination_zip: zips[nth % zips.length],
      lines: [{ sku: 'A-1', quantity: 1 }],
    });
  };
  const costOf = async (clients: number): Promise<number[]> => {
    const bodies = Array.from({ length: ORDERS }, freshBody);
    let next = 0;
    const started = performance.now();
    const place = async () => {
      for (let nth = next++; nth < ORDERS; nth = next++)
        await callers[nth % clients]!.post('/api/v1/orders/route', bodies[nth]!);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, place));
    return [(performance.now() - started) / ORDERS];
  };
  const beside = (clients: number): Comparison => ({
    figures: [{ case: `an order, ${clients} clients beside ${FEW}`, unit: 'ms', goal: 1.3, better: 'lower' }],
    ours: () => costOf(clients),
    floor: () => costOf(FEW),
    rounds: ROUNDS,
  });
  const memory: Comparison = {
    figures: [{ case: `peak memory of the API, ${CLIENTS} clients`, unit: 'MB', goal: 400, better: 'lower' }],
    ours: async () => [(await memoryOf(stage.service.apis[0]!.pid)).peak],
    floor: null,
    rounds: 1,
    warmUps: 0,
  };
  return {
    comparisons: [...MANY.map(beside), memory],
    close: async () => {
      await stage.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A lane from each warehouse to each prefix of three digits. */
function laneFile(warehouses: readonly { readonly warehouse_id: string }[], zips: readonly string[]): string {
  const prefixes = [...new Set(zips.map((zip) => zip.slice(0, 3)))];
  const lanes = warehouses.flatMap(({ warehouse_id }, place) =>
    prefixes.map((prefix, nth) => `${warehouse_id},${prefix},${1 + ((place + nth) % 8)}`),
  );
  return ['warehouse_id,destination_zip3,transit_days', ...lanes, ''].join('\n');
}
