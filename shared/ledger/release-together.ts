import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { loadConfiguration } from '../account/configurations.ts';
import { takeLedger } from '../account/ledger-lock.ts';
import type { ReleasedOrder } from '../contracts/correct.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import type { Principal } from '../identity/principal.ts';
import { endOrders, type LatestDecision } from './decisions/latest-decisions.ts';
import { isOpen } from './decisions/order-need.ts';
import { findWaiting, supersede } from './decisions/superseded-orders.ts';
import { releasePlaces } from './departures/place-rows.ts';
import { eventOf } from './events.ts';
import type { LedgerDeps } from './ledger-queues.ts';
import { type LedgerState, ledgerContext, NOTHING, stockChangesOf } from './ledger-state.ts';
import { loadReserved, namedUnits, warehouseNames } from './release-order.ts';

/** An order, and the decision on it that somebody wants to end. */
interface OrderToEnd {
  readonly order_id: string;
  readonly routing_decision_id: number;
}

/**
 * Releases orders in one turn of their ledger: those whose latest decision is still the one that is named, and that are
 * current or held. Returns how many.
 */
export async function releaseTogether(
  deps: LedgerDeps & { readonly db: Database },
  principal: Principal,
  orders: readonly OrderToEnd[],
): Promise<number> {
  const { ledger_id, configuration_id } = principal;
  const context = ledgerContext(ledger_id, await loadConfiguration(deps.db, configuration_id));
  const ids = orders.map(({ order_id }) => order_id);
  return deps.ledgerQueues.pushAlone(principal, {}, async (tx) => {
    const { state, waiting } = await pipeline(tx).run({
      ledger: () => takeLedger(tx, ledger_id),
      state: () => loadReserved(tx, context, ids),
      waiting: () => findWaiting(tx, ledger_id, ids),
    });
    const ending = orders.flatMap(({ order_id, routing_decision_id }) => {
      const latest = state.latestOn(order_id);
      return latest?.decision_id === routing_decision_id && isOpen(latest.state) ? [latest] : [];
    });
    const ended = new Map(ending.map(({ order_id, decision_id }) => [order_id, decision_id]));
    const at = new Date().toISOString();
    const left_out = waiting.flatMap(({ order_id, ...order }) => {
      const routing_decision_id = ended.get(order_id);
      if (routing_decision_id === undefined) return [];
      return [{ ...order, by: { request: 'released', routing_decision_id, at } as const }];
    });
    const ends = await endTogether(tx, principal, state, ending, 'released');
    return { answer: ending.length, save: [...ends, ...supersede(left_out)] };
  });
}

/** What ends orders that a state was read for, each with its event, under the ledger's lock. */
export async function endTogether(
  tx: pg.PoolClient,
  principal: Principal,
  state: LedgerState,
  ending: readonly LatestDecision[],
  as: 'released' | 'expired',
): Promise<Sql[]> {
  if (ending.length === 0) return [];
  const { client_id, ledger_id, by } = principal;
  for (const { order_id } of ending) state.hold(order_id, NOTHING);
  const names = await warehouseNames(
    tx,
    client_id,
    ending.flatMap(({ units }) => units),
  );
  const events = ending.flatMap(({ order_id, decision_id, units }) => {
    const released = namedUnits(units, names);
    const released_units = totalQuantity(units);
    const event: ReleasedOrder = { order_id, routing_decision_id: decision_id, released_units, released };
    const data = JSON.stringify(as === 'expired' ? { ...event, reason: as } : event);
    return eventOf(principal, 'order.released', { order_id, data });
  });
  const ids = ending.map(({ decision_id }) => decision_id);
  const orderIds = ending.map(({ order_id }) => order_id);
  return [
    ...stockChangesOf(state),
    endOrders(ledger_id, ids, as, by),
    ...releasePlaces(ledger_id, orderIds),
    ...events,
  ];
}
