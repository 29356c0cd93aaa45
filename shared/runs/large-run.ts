import type pg from 'pg';
import { countUsage } from '../accounts/usage.ts';
import type { Database } from '../db/database.ts';
import { awaitedLater, flush, pipeline, secondConnection } from '../db/pipeline.ts';
import { insertKey } from '../idempotency/idempotency-keys.ts';
import { refuseGone } from '../inventory/ledger-mutex.ts';
import { AvailabilityView } from './availability-view.ts';
import { loadAvailability } from './load-availability.ts';
import { openRun } from './open-runs.ts';
import { type PreparedRun, routedRun } from './prepared-run.ts';
import type { RunSearches } from './rehearsal.ts';
import { insertDecisions, insertOrders, insertRuns, orderColumns } from './run-store.ts';
import { SearchAllowance } from './search-allowance.ts';

/** Decisions that are on their way to the database while the next ones are prepared. */
const SLICE = 1000;

/**
 * Routes one run of many orders in the caller's transaction: open → decide → save → count. The database works
 * meanwhile: it takes the orders while it reads their stock and while they are decided, and the decisions while the
 * answer is made (suite `batch` guards it).
 * Throws TooHard; AppError: usage_limit, and bad_request if the caller has gone away.
 */
export async function routeLargeRun<T>(
  db: Pick<Database, 'pool'>,
  tx: pg.PoolClient,
  run: PreparedRun<T>,
  { mostWork, rehearsal = null }: RunSearches,
): Promise<T> {
  const { principal, request, idempotency, present, wait, configuration, mode, destinations, day } = run;
  const { orders } = request;
  const { ledger_id } = principal;
  const context = { ledger_id, pinned_by: null, configuration, mode };

  const { stock_epoch, ...ids } = await openRun(tx, principal, orders.length, day);
  const { run_id, first_id } = ids;
  refuseGone(wait.signal);
  const sent = pipeline(tx);
  const reading = awaitedLater(
    loadAvailability(tx, context, orders, { beside: secondConnection(db.pool, tx) }),
  );
  await flush();
  sent.send({ orders: insertOrders(ledger_id, first_id, orderColumns(orders)) });

  const view = new AvailabilityView(context, await reading);
  const searches = { allowance: new SearchAllowance(mode.consumes, mostWork), rehearsal };
  const decided = view.decide(orders, destinations, searches);
  const routed = routedRun(run, ids, decided);
  await wait.approve?.(tx, routed.decisions);

  for (let from = 0; from < orders.length; from += SLICE) {
    const slice = routed.decisions.slice(from, from + SLICE);
    sent.send({ decisions: insertDecisions({ ledger_id, stock_epoch, mode }, slice) });
  }
  sent.send({
    run: insertRuns(principal, [{ run: routed.run, first_id }]),
    stock: view.changes(),
    usage: countUsage(principal, orders.length, day),
    key: insertKey(ledger_id, idempotency, { run_id, response: null }),
  });
  await flush();
  const answer = await present(routed);
  await sent.ended();
  return answer;
}
