import { databaseNow } from '../account/ledger-lock.ts';
import { amountOf } from '../contracts/amounts.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { totalCostOf } from '../contracts/order-fields.ts';
import { type Promised, readPromiseBody } from '../contracts/promise.ts';
import { arrivalDay, dayTextOf } from '../engine/rules/departures.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import type { Decision } from '../engine/types.ts';
import type { Principal } from '../identity/principal.ts';
import { decideOrders } from '../ledger/decide-orders.ts';
import type { LedgerState } from '../ledger/ledger-state.ts';
import { loadSnapshot } from '../ledger/load-ledger-state.ts';
import { type OnceAnswered, prepareOrders, type RoutingDeps } from '../ledger/prepared-run.ts';
import { SearchAllowance, TOO_HARD, type TooHard, type WorkLimits } from '../ledger/search-allowance.ts';

/** Carts as plain data, so that they can be answered in any thread. */
export interface PromiseRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: null;
  readonly dry_run: object;
  /** The moment that dates are counted from, in milliseconds since 1970; null: now. */
  readonly as_of: number | null;
}

/**
 * Says for each cart what would ship, and when (docs/explanation/dates-and-capacity.md, Promises). Each is decided alone
 * on the stock and the places of one snapshot. It takes no lock; it stores, reserves and counts nothing. Throws AppError:
 * those of readPromiseBody.
 */
export async function promiseCarts(
  { db, lanes }: Pick<RoutingDeps, 'db' | 'lanes'>,
  { principal, body, as_of }: PromiseRequest,
  { mostWork }: WorkLimits = {},
): Promise<OnceAnswered<string> | TooHard> {
  const orders = readPromiseBody(body);
  const prepared = await prepareOrders({ db, lanes }, principal, orders, mostWork);
  if (prepared === TOO_HARD) return TOO_HARD;
  const { context, destinations } = prepared;
  const moment = as_of ?? (await databaseNow(db.pool));
  const state = await loadSnapshot(db, context, orders, moment);
  const allowance = new SearchAllowance(context.mode.consumes, mostWork);
  const results: Promised[] = [];
  for (const order of orders) {
    const toDecide = { orders: [order], destinations };
    const decided = state.attempt([order], () => decideOrders(state, toDecide, { allowance }));
    if (decided === TOO_HARD) return TOO_HARD;
    results.push(promised(state, order, decided.decisions[0]!));
  }
  const answer = {
    as_of: new Date(moment).toISOString(),
    valid_until: earliest(results.map(({ order_by }) => order_by)),
    results,
  };
  return { answer: JSON.stringify(answer), replayed: false };
}

function promised(state: LedgerState, { lines }: RoutingOrder, decision: Decision): Promised {
  const { rules } = state.context.configuration.compiled;
  const { days = [], shipments } = decision;
  const ships = days.map(({ ship_day }) => ship_day);
  const changes = shipments.map(({ warehouse }) => state.shipDayChangesAt(warehouse));
  return {
    status: decision.status,
    units_requested: totalQuantity(lines.filter(({ sku }) => !rules.of(sku)?.dropShip)),
    units_available: totalQuantity(decision.allocations),
    shipment_count: shipments.length,
    ship_date:
      ships.length === 0 || ships.includes(null) ? null : dayTextOf(Math.min(...(ships as number[]))),
    delivery_date: dayTextOf(arrivalDay(days)),
    order_by: earliest(changes.map((moment) => (moment === null ? null : new Date(moment).toISOString()))),
    total_cost: state.context.configuration.rates === null ? null : amountOf(totalCostOf(decision)),
  };
}

/** The first of some moments of the same form; null if there is none. */
function earliest(moments: readonly (string | null)[]): string | null {
  return moments.filter((moment) => moment !== null).sort()[0] ?? null;
}
