import { Readable } from 'node:stream';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { openServiceClient, type ServiceClient } from '../../wrs/client.ts';
import { ndjson } from './in-parts.ts';
import { type ProcessOptions, ServiceProcesses } from './service-processes.ts';

/** A service of its own, with the demo client. */
export interface Stage {
  readonly service: ServiceProcesses;
  readonly client: ServiceClient;
  readonly db: Database;
}

/** Starts a service with stock for so many orders, and stops it after `work`. */
export async function withStage<T>(
  options: ProcessOptions,
  orders: number,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const service = await ServiceProcesses.start(options);
  const db = openDatabase(service.databaseUrl, { poolSize: 2 });
  try {
    const client = await addDemoClient({ service, db }, DEMO_ACCOUNT.client.slug, orders);
    return await work({ service, client, db });
  } finally {
    await db.close();
    await service.stop();
  }
}

/** Adds a client like the demo client, with stock for so many orders. */
export async function addDemoClient(
  { service, db }: Pick<Stage, 'service' | 'db'>,
  slug: string,
  orders: number,
): Promise<ServiceClient> {
  const file = { ...DEMO_ACCOUNT, client: { ...DEMO_ACCOUNT.client, slug } };
  const { api_keys } = await applyAccountFile(db, parseAccountFile(file), { baseDir: null });
  const client = openServiceClient(
    service.url,
    api_keys.find(({ environment }) => environment === 'live')!.key!,
  );
  await client.api.POST('/api/v1/inventory', { body: { inventory: generateInventory(orders, 1) } });
  return client;
}

/** Sends a managed run of so many orders. The order IDs begin with `ids`. */
export function submit(client: ServiceClient, orders: number, ids = ''): Promise<RunView> {
  const headers = { 'content-type': 'application/x-ndjson' };
  return client.upload<RunView>('/api/v1/runs', headers, Readable.from(ndjson(ordersUnder(ids, orders))));
}

function* ordersUnder(ids: string, count: number): Generator<object> {
  for (const order of generateOrders(count, 1)) {
    yield { ...order, external_order_id: `${ids}${order.external_order_id}` };
  }
}
