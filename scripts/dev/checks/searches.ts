import { once } from 'node:events';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { createAccountToken } from '../../../shared/accounts/account-tokens.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { authenticate } from '../../../shared/accounts/principal.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { countEarlierDecisions } from '../../../shared/insight/count-earlier.ts';
import { openServiceClient } from '../../wrs/client.ts';
import { ServiceProcesses } from '../harness/service-processes.ts';
import { untilEnded } from '../harness/until-ended.ts';
import { type Asked, askAll, asker, type GetJson } from './searches/ask.ts';
import { fillAccount } from './searches/fill.ts';
import { measureSearches } from './searches/measure-searches.ts';

/**
 * Fills an account with 3,000,000 decisions on 1,000,000 orders, a third of them in runs of one order, and measures the
 * requests of the console to the account API. Searches of orders are printed as a table, each with the plan of its longest
 * statement. A search that takes longer than the goal is repeated once, and both times are printed:
 *
 *   npm run check searches
 *   npm run check searches -- --wait         keeps the service running until it is interrupted
 *   npm run check searches -- --copies 20    600,000 decisions on 200,000 orders, the fewest that work
 *
 * A search whose statement reads a whole large table is a fault, however fast it is.
 */
const ROUTED = 10_000;
const GOAL_MS = 300;

/** Routes the orders that will be copied. Returns the ledger's id and a token of its account. */
async function prepare(db: Database, url: string): Promise<{ ledger_id: number; token: string }> {
  const { client_id, api_keys } = await applyAccountFile(db, parseAccountFile(DEMO_ACCOUNT), {
    baseDir: null,
  });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
  const client = openServiceClient(url, key);
  await client.api.POST('/api/v1/inventory', { body: { inventory: generateInventory(ROUTED / 8, 1) } });
  const orders = [...generateOrders(ROUTED, 1)].map((order) => JSON.stringify(order)).join('\n');
  const ndjson = { 'content-type': 'application/x-ndjson' };
  const { routing_run_id } = await client.upload<RunView>('/api/v1/runs', ndjson, Readable.from([orders]));
  await untilEnded(client, routing_run_id);
  const { ledger_id } = await authenticate(db, `Bearer ${key}`);
  const { token } = await createAccountToken(db.prisma, client_id, { name: 'measure', role: 'member' });
  return { ledger_id, token };
}

function report({ name, milliseconds, rows, pages }: Asked): boolean {
  const longest = Math.max(...milliseconds);
  const holds = longest <= GOAL_MS;
  const times = milliseconds.map((ms) => ms.toFixed(0)).join(', ');
  console.log(
    `${holds ? 'yes  ' : 'FAULT'} ${name}: ${times} ms; ${rows} rows${pages === 1 ? '' : ` in ${pages} pages`}`,
  );
  return holds;
}

/** Searches come first, because counting for an overview takes minutes. Returns whether all answers came in time. */
async function measure(db: Database, get: GetJson, ledgerId: number): Promise<boolean> {
  let all = await measureSearches(db, get, ledgerId, GOAL_MS);
  const started = performance.now();
  await countEarlierDecisions(db);
  console.log(`earlier decisions counted in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await db.pool.query('VACUUM ANALYZE');
  for await (const asked of askAll(get, GOAL_MS)) all = report(asked) && all;
  return all;
}

const { values: options } = parseArgs({
  options: { wait: { type: 'boolean', default: false }, copies: { type: 'string', default: '100' } },
});
const service = await ServiceProcesses.start({ backend: 'postgres', workers: 1 });
const db = openDatabase(service.databaseUrl, { poolSize: 2 });
try {
  const { ledger_id, token } = await prepare(db, service.url);
  await fillAccount(db, ledger_id, Number(options.copies), console.log);
  await db.pool.query('VACUUM ANALYZE');
  if (options.wait) console.log(`${service.url}, token ${token}, ${service.databaseUrl}`);
  process.exitCode = 1;
  const measuring = measure(db, asker(service.url, token), ledger_id).then((holds) => {
    process.exitCode = holds ? 0 : 1;
  });
  if (options.wait) {
    measuring.catch(console.error);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  } else {
    await measuring;
  }
} finally {
  await db.close();
  await service.stop();
}
