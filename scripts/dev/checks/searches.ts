import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { authenticate } from '../../../shared/accounts/principal.ts';
import type { Database } from '../../../shared/db/database.ts';
import { countEarlierDecisions } from '../../../shared/operations/insight/count-earlier.ts';
import { HttpCaller } from '../bench/http.ts';
import { addClient, demoStock, OrderSource } from '../harness/clients.ts';
import { routeRun } from '../harness/route-run.ts';
import { withService } from '../harness/with-service.ts';
import { asker, type GetJson, otherRequests } from './searches/ask.ts';
import { fillAccount } from './searches/fill.ts';
import { planOf } from './searches/plans.ts';
import { allSearches, findCursors, parametersOf, queriesOf } from './searches/searches.ts';

/**
 * Fills an account with 3,000,000 decisions on 1,000,000 orders, a third of them in runs of one order, and measures the
 * requests of the console to the account API: every search of orders, with what its longest statement reads, and the
 * requests of its other pages. What takes longer than the goal is repeated once:
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
  const { key, token } = await addClient(db, 'demo');
  const caller = new HttpCaller(url, { key });
  await caller.post('/api/v1/inventory', demoStock(ROUTED / 8));
  await routeRun(caller, Buffer.from([...new OrderSource(1).take(ROUTED)].join('\n')));
  caller.close();
  return { ledger_id: (await authenticate(db, `Bearer ${key}`)).ledger_id, token };
}

/** Asks once, or twice if the first answer took too long. Prints the times. Returns whether the last one is in time. */
async function isInTime(
  get: GetJson,
  path: string,
  query: Readonly<Record<string, string>>,
  about: { readonly text: string; readonly isFaulty: boolean } = { text: '', isFaulty: false },
): Promise<boolean> {
  const times = [(await get(path, query))[1]];
  if (times[0]! > GOAL_MS) times.push((await get(path, query))[1]);
  const holds = times.at(-1)! <= GOAL_MS && !about.isFaulty;
  const { cursor, ...shown } = query;
  const asked = `${path} ${new URLSearchParams(shown)}${cursor === undefined ? '' : ' (a deep page)'}`;
  const ms = times.map((time) => time.toFixed(0)).join(', ');
  console.log(`${holds ? 'yes  ' : 'FAULT'} ${ms.padStart(8)} ms  ${asked}${about.text}`);
  return holds;
}

/** Searches come first, because counting for an overview takes minutes. Returns how many requests were late. */
async function countFaults(db: Database, get: GetJson, ledgerId: number): Promise<number> {
  let faults = 0;
  const [{ orders }] = await get('orders');
  const { order_id, skus } = orders![50]!;
  const cursors = await findCursors(db, ledgerId);
  for (const search of allSearches(queriesOf(order_id, skus[0]!))) {
    const query = parametersOf(search, cursors);
    const { statements, reads, scanned } = await planOf(db, ledgerId, query);
    const text = `: ${statements} statements, ${reads.join(', ')}${scanned.map((table) => `; all of ${table}`).join('')}`;
    if (!(await isInTime(get, 'orders', query, { text, isFaulty: scanned.length > 0 }))) faults += 1;
  }
  await countEarlierDecisions(db);
  await db.pool.query('VACUUM ANALYZE');
  for await (const [path, query] of otherRequests(get)) {
    if (!(await isInTime(get, path, query))) faults += 1;
  }
  return faults;
}

const { values: options } = parseArgs({
  options: { wait: { type: 'boolean', default: false }, copies: { type: 'string', default: '100' } },
});
await withService({ workers: 1 }, async ({ service, db }) => {
  const { ledger_id, token } = await prepare(db, service.url);
  await fillAccount(db, ledger_id, Number(options.copies), console.log);
  await db.pool.query('VACUUM ANALYZE');
  if (options.wait) console.log(`${service.url}, token ${token}, ${service.databaseUrl}`);
  const faults = await countFaults(db, asker(service.url, token), ledger_id);
  console.log(faults === 0 ? 'Everything holds.' : `${faults} faults.`);
  process.exitCode = faults === 0 ? 0 : 1;
  if (options.wait) await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
});
