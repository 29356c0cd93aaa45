import { Readable } from 'node:stream';
import { parseAccountFile } from '../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../shared/accounts/apply-account.ts';
import { authenticate } from '../../shared/accounts/principal.ts';
import type { RunView } from '../../shared/contracts/run.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { generateInventory } from '../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../shared/demo/demo-orders.ts';
import { countEarlierDecisions } from '../../shared/insight/count-earlier.ts';
import { createClient } from '../wrs/client.ts';
import { fillAccount } from './large-account/fill.ts';
import { ServiceProcesses } from './service-processes.ts';
import { untilEnded } from './until-ended.ts';

/** Orders that are really routed; the others are copies. */
const ROUTED = 10_000;

const service = await ServiceProcesses.start({ backend: 'postgres', workers: 1 });
const db = openDatabase(service.databaseUrl, { poolSize: 2 });
const { api_keys } = await applyAccountFile(db, parseAccountFile(DEMO_ACCOUNT), { baseDir: null });
const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
const client = createClient(service.url, key);
await client.api.POST('/api/v1/inventory', { body: { inventory: generateInventory(ROUTED / 8, 1) } });
const orders = [...generateOrders(ROUTED, 1)].map((order) => JSON.stringify(order)).join('\n');
const ndjson = { 'content-type': 'application/x-ndjson' };
const { routing_run_id } = await client.upload<RunView>('/api/v1/runs', ndjson, Readable.from([orders]));
await untilEnded(client, routing_run_id);
const { ledger_id } = await authenticate(db, `Bearer ${key}`);
const started = performance.now();
await fillAccount(db, ledger_id, (line) => console.log(line));
console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
const counting = performance.now();
await countEarlierDecisions(db);
console.log(`counted in ${((performance.now() - counting) / 1000).toFixed(0)} s`);
console.log(service.databaseUrl, service.url, key, ledger_id);
await new Promise((resolve) => process.once('SIGTERM', resolve));
await db.close();
await service.stop();
