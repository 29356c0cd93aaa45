import { loadConfiguration } from '../account/configurations.ts';
import { takeLedger } from '../account/ledger-lock.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { inLockedTransaction } from '../db/transaction.ts';
import { findLedgerPrincipal } from '../identity/principal.ts';
import { endTogether, loadReserved } from './correct-order.ts';
import { turnLock } from './ledger-queues.ts';
import { ledgerContext } from './ledger-state.ts';
import { dropExpiries, isDue, selectDue } from './order-expiries.ts';

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
  const context = ledgerContext(ledgerId, await loadConfiguration(db, principal.configuration_id));
  return inLockedTransaction(db, turnLock(principal, LOCK_MS), async (tx) => {
    const { as_of } = await takeLedger(tx, ledgerId);
    const due = await selectDue(tx, ledgerId, as_of, ORDERS_A_TURN);
    if (due.length === 0) return 0;
    const state = await loadReserved(tx, context, due);
    const ending = due.flatMap((order_id) => {
      const latest = state.latestOn(order_id);
      return latest !== null && isDue(latest, as_of) ? [latest] : [];
    });
    await pipeline(tx).commitWith({
      orders: await endTogether(tx, principal, state, ending, 'expired'),
      expiries: dropExpiries(ledgerId, due),
    });
    return due.length;
  });
}
