import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { authenticate } from '../../../shared/accounts/principal.ts';
import type { Database } from '../../../shared/db/database.ts';
import { countEarlierDecisions } from '../../../shared/insight/count-earlier.ts';
import { HttpCaller } from '../bench/http.ts';
import { addClient, demoStock, OrderSource } from '../harness/clients.ts';
import { routeRun } from '../harness/route-run.ts';
import { withService } from '../harness/with-service.ts';
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
  const { key, token } = await addClient(db, 'demo');
  const caller = new HttpCaller(url, { key });
  await caller.post('/api/v1/inventory', demoStock(ROUTED / 8));
  await routeRun(caller, Buffer.from([...new OrderSource(1).take(ROUTED)].join('\n')));
  caller.close();
  return { ledger_id: (await authenticate(db, `Bearer ${key}`)).ledger_id, token };
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
await withService({ workers: 1 }, async ({ service, db }) => {
  const { ledger_id, token } = await prepare(db, service.url);
  await fillAccount(db, ledger_id, Number(options.copies), console.log);
  await db.pool.query('VACUUM ANALYZE');
  if (options.wait) console.log(`${service.url}, token ${token}, ${service.databaseUrl}`);
  process.exitCode = (await measure(db, asker(service.url, token), ledger_id)) ? 0 : 1;
  if (options.wait) await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
});
