import { loadConfiguration } from '../account/configurations.ts';
import { takeLedger } from '../account/ledger-lock.ts';
import type { ReleasedOrder } from '../contracts/release.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { inLockedTransaction } from '../db/transaction.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { findLedgerPrincipal } from '../identity/principal.ts';
import { endOrders } from './decisions/latest-decisions.ts';
import { releasePlaces } from './departures/place-rows.ts';
import { eventOf } from './events.ts';
import { ledgerContext } from './ledger-state.ts';
import { dropExpiries, isDue, selectDue } from './order-expiries.ts';
import { loadReserved, namedUnits, warehouseNames } from './release-order.ts';
import { turnLock } from './stock/ledger-mutex.ts';

/** Orders that expire in one turn of a ledger. */
const ORDERS_A_TURN = 500;

/** The longest wait for a ledger's lock, in milliseconds: the next round tries again. */
const LOCK_MS = 2_000;

/** Ledgers at once. Each has a connection. */
const AT_ONCE = 2;

/**
 * Releases the orders of all ledgers whose time is over (docs/guides/keep-stock-true.md). Any number of processes may do this
 * at once. Throws the first failure after all ledgers were tried.
 */
export async function expireOrders(
  db: Database,
  signal: Pick<AbortSignal, 'aborted'> = { aborted: false },
): Promise<void> {
  const { rows } = await db.pool.query<{ ledger_id: number }>(
    'SELECT DISTINCT ledger_id FROM order_expiries WHERE expires_at <= statement_timestamp()', // the index needs a stable moment,
  );
  const failures: unknown[] = [];
  const ledgers = rows.map(({ ledger_id }) => ledger_id);
  const expireNext = async (): Promise<void> => {
    for (let ledgerId = ledgers.shift(); ledgerId !== undefined; ledgerId = ledgers.shift()) {
      if (signal.aborted) return;
      try {
        while ((await expireOfLedger(db, ledgerId)) === ORDERS_A_TURN && !signal.aborted);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, expireNext));
  if (failures.length > 0) throw failures[0];
}

/** Releases orders of a ledger whose time is over, in one turn. Returns how many it looked at. */
async function expireOfLedger(db: Database, ledgerId: number): Promise<number> {
  const principal = await findLedgerPrincipal(db, ledgerId);
  const { client_id, configuration_id } = principal;
  const context = ledgerContext(ledgerId, await loadConfiguration(db, configuration_id));
  return inLockedTransaction(db, turnLock(principal, LOCK_MS), async (tx) => {
    const { as_of } = await takeLedger(tx, ledgerId);
    const due = await selectDue(tx, ledgerId, as_of, ORDERS_A_TURN);
    if (due.length === 0) return 0;
    const state = await loadReserved(tx, context, due);
    const ending = due.flatMap((order_id) => {
      const latest = state.latestOn(order_id);
      return latest !== null && isDue(latest, as_of) ? [latest] : [];
    });
    state.releaseAll();
    const names = await warehouseNames(
      tx,
      client_id,
      ending.flatMap(({ units }) => units),
    );
    const events = ending.flatMap(({ order_id, decision_id, units }) => {
      const released = namedUnits(units, names);
      const released_units = totalQuantity(units);
      const event: ReleasedOrder = { order_id, routing_decision_id: decision_id, released_units, released };
      return eventOf(principal, 'order.released', {
        order_id,
        data: JSON.stringify({ ...event, reason: 'expired' }),
      });
    });
    const ids = ending.map(({ decision_id }) => decision_id);
    const orderIds = ending.map(({ order_id }) => order_id);
    await pipeline(tx).commitWith({
      stock: state.stockChanges(),
      ended: ids.length === 0 ? null : endOrders(ledgerId, ids, 'expired', principal.by),
      places: orderIds.length === 0 ? null : releasePlaces(ledgerId, orderIds),
      expiries: dropExpiries(ledgerId, due),
      events,
    });
    return due.length;
  });
}
