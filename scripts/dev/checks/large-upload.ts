import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { openDatabase } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { openServiceClient, type ServiceClient } from '../../wrs/client.ts';
import { quantile } from '../bench/measure.ts';
import { inParts } from '../harness/in-parts.ts';
import { ServiceProcesses } from '../harness/service-processes.ts';

/**
 * Measures how long single orders of a client wait while it uploads a large file of stock, with real processes:
 *
 *   npm run check large-upload -- [--rows 500000] [--max-ms 500]
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    'max-ms': { type: 'string', default: '500' },
  },
});
const ROWS = Number(values.rows);
const MAX_MS = Number(values['max-ms']);
const ORDERS_BEFORE = 200;

/** A row for each SKU. All rows have this quantity. */
function* csvLines(rows: number, warehouse: string, quantity: number): Generator<string> {
  yield 'sku,warehouse_id,quantity_available,unit_value,sku_description\n';
  for (let row = 0; row < rows; row++) {
    yield `UP-${row},${warehouse},${quantity},${1 + (row % 90)}.5,Item ${row}\n`;
  }
}

interface Waits {
  readonly orders: number;
  readonly medianMs: number;
  readonly longestMs: number;
}

/** Routes single orders, one after another, until `ended`. */
async function routeUntil(
  client: ServiceClient,
  prefix: string,
  ended: (orders: number) => boolean,
): Promise<Waits> {
  const waits: number[] = [];
  while (!ended(waits.length)) {
    const started = performance.now();
    await client.api.POST('/api/v1/orders/route', {
      body: {
        external_order_id: `${prefix}-${waits.length}`,
        destination_zip: '60614',
        lines: [{ sku: `UP-${waits.length % ROWS}`, quantity: 1 }],
      },
    });
    waits.push(performance.now() - started);
    await pause(2); // so that this client is one of many
  }
  const sorted = waits.sort((a, b) => a - b);
  return {
    orders: sorted.length,
    medianMs: quantile(sorted, 0.5),
    longestMs: sorted.at(-1)!,
  };
}

async function main(): Promise<void> {
  const service = await ServiceProcesses.start({ backend: 'postgres', workers: 1 });
  const db = openDatabase(service.databaseUrl, { poolSize: 2 });
  const account = { ...DEMO_ACCOUNT, client: { ...DEMO_ACCOUNT.client, plan: 'enterprise' } };
  const { api_keys } = await applyAccountFile(db, parseAccountFile(account), { baseDir: null });
  const client = openServiceClient(
    service.url,
    api_keys.find(({ environment }) => environment === 'live')!.key!,
  );
  const [warehouse] = DEMO_ACCOUNT.warehouses!;
  let failed = false;

  console.log(`Uploads of ${ROWS} rows during single orders of the same client`);
  await routeUntil(client, 'warm', (orders) => orders === ORDERS_BEFORE);
  const idle = await routeUntil(client, 'idle', (orders) => orders === ORDERS_BEFORE);
  console.log(`  alone: median ${idle.medianMs.toFixed(1)} ms, longest ${idle.longestMs.toFixed(0)} ms`);
  for (const [what, quantity] of [
    ['all rows new', 5],
    ['all rows changed', 6],
    ['no row changed', 6],
  ] as const) {
    const started = performance.now();
    let seconds: number | null = null;
    const headers = { 'content-type': 'text/csv' };
    const body = Readable.from(inParts(csvLines(ROWS, warehouse!.warehouse_id, quantity)));
    const uploading = client
      .upload<{ rows_received: number }>('/api/v1/inventory/uploads', headers, body)
      .finally(() => {
        seconds = (performance.now() - started) / 1000;
      });
    const [{ rows_received }, waits] = await Promise.all([
      uploading,
      routeUntil(client, what, () => seconds !== null),
    ]);
    const holds = rows_received === ROWS && waits.longestMs <= MAX_MS;
    failed ||= !holds;
    console.log(
      `  ${holds ? 'yes ' : 'FAULT'} ${what}: ${seconds!.toFixed(1)} s; ${waits.orders} orders meanwhile, ` +
        `median ${waits.medianMs.toFixed(1)} ms, longest ${waits.longestMs.toFixed(0)} ms`,
    );
  }
  await db.close();
  await service.stop();
  process.exitCode = failed ? 1 : 0;
}

await main();
