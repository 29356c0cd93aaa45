import type pg from 'pg';
import type { StoredConfiguration } from '../../accounts/configurations.ts';
import { send } from '../../db/sql.ts';
import { inTransaction, together } from '../../db/transaction.ts';
import { addWarehouseCounts, NO_WAREHOUSES, type WarehouseCounts } from '../../insight/warehouse-counts.ts';
import { isWaitedFor, type LockedLedger, takeLedger } from '../../inventory/ledger-lock.ts';
import { onceSent } from '../../platform/once-sent.ts';
import {
  type Books,
  type DecisionContext,
  loadBooks,
  loadFurtherBooks,
  OpenBooks,
} from '../decide-stored.ts';
import { runMode } from '../run-mode.ts';
import { addTallies, NO_TALLY, type RunTally } from '../run-summary.ts';
import { advanceRun, dropWorkingState } from './advance-run.ts';
import { decideStep } from './decide-step.ts';
import { lockManagedRun, type ManagedRun } from './managed-run.ts';
import { headOfLedger } from './run-line.ts';
import type { RunWorkDeps } from './score-chunk.ts';
import type { TurnOrders, TurnReader } from './turn-reader.ts';

/** Turns, or a step more, that one transaction takes as long as nobody waits for it. */
const TURNS_A_HOLD = 40;

/** Who waited so long for the ledger's lock was not alone. */
const WAITED_MS = 0.5;

/** What turns did. */
export interface HeldTurns {
  readonly turns: number;
  readonly orders: number;
  readonly orders_routed: number;
  readonly next_turn: number;
  readonly finished: boolean;
  readonly tally: RunTally;
  /** How long others had the ledger's lock meanwhile, in milliseconds. */
  readonly waited_ms: number;
}

/**
 * Takes a run's next turns in one transaction under the ledger's lock: stock is read once and written once. It ends
 * where somebody waits for the lock, and after some turns. Null where it is not these turns' time, any more or yet.
 * Guarded by `npm run bench -- --suite managed-run`, and by `npm run large-runs` for those who wait.
 */
export async function holdLedger(
  { db }: RunWorkDeps,
  { id: run_id, ledger_id }: ManagedRun,
  configuration: StoredConfiguration,
  reader: TurnReader,
): Promise<HeldTurns | null> {
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const pinned_by = mode.honours_reservations ? null : run_id;
  const context = { ledger_id, pinned_by, configuration, mode: { ...mode, prioritised: false } };
  const first = await reader.next();
  return inTransaction(db.pool, async (tx) => {
    const [now, head, ledger, books] = await together(tx, () => [
      lockManagedRun(tx, run_id),
      headOfLedger(tx, ledger_id),
      takeLedger(tx, ledger_id),
      loadBooks(tx, context, ordersOf(first)),
    ]);
    if (now?.status !== 'running' || now.phase !== 'allocating' || now.next_turn !== first.first) return null;
    if (head !== run_id) return null;
    const open = new OpenBooks(context, books);
    const { turns, orders, tally, by_warehouse, saved, waitedFor } = await takeSteps(first, {
      tx,
      run_id,
      context,
      open,
      ledger,
      reader,
    });
    const next_turn = first.first + turns;
    if (waitedFor) reader.slowDown(next_turn);
    const [, { orders_routed, finished }] = await together(tx, () => [
      Promise.all(saved), // sent first, so told first where it fails
      advanceRun(tx, run_id, { scored: 0, turns, counts: tally, by_warehouse }),
      ...send(tx, open.changes()),
    ]);
    if (finished) await dropWorkingState(tx, run_id);
    return { turns, orders, orders_routed, next_turn, finished, tally, waited_ms: ledger.waited_ms };
  });
}

interface Held {
  readonly tx: pg.PoolClient;
  readonly run_id: number;
  readonly context: DecisionContext;
  readonly open: OpenBooks;
  readonly ledger: LockedLedger;
  readonly reader: TurnReader;
}

/** Steps taken, their decisions on the way into the database. */
interface Steps {
  readonly turns: number;
  readonly orders: number;
  readonly tally: RunTally;
  readonly by_warehouse: WarehouseCounts;
  readonly saved: readonly Promise<void>[];
  /** Whether others wait for the ledger. */
  readonly waitedFor: boolean;
}

/**
 * Decides step by step. While one is decided, the database keeps the decisions of the one before and reads what the
 * one after needs.
 */
async function takeSteps(first: TurnOrders, held: Held): Promise<Steps> {
  const { tx, run_id, context, open, ledger, reader } = held;
  const saved: Promise<void>[] = [];
  let waitedFor = ledger.waited_ms > WAITED_MS;
  let tally = NO_TALLY;
  let by_warehouse = NO_WAREHOUSES;
  let orders = 0;
  let turns = 0;
  for (let step = first; ; ) {
    const goesOn = !waitedFor && turns + step.turns < TURNS_A_HOLD;
    const following: TurnOrders | null = goesOn ? await reader.afterNext() : null;
    const asked: Asked | null = following && ask(held, following);
    await onceSent();
    const decided = decideStep(tx, run_id, context, open, ledger.stock_epoch, step);
    saved.push(decided.saved);
    tally = addTallies(tally, decided.tally);
    by_warehouse = addWarehouseCounts(by_warehouse, decided.by_warehouse);
    orders += step.stored.length;
    turns += step.turns;
    reader.pass();
    if (asked === null) break;
    let further: Books | null;
    [waitedFor, further] = await asked;
    if (waitedFor || following === null || further === null) break;
    open.add(further);
    step = following;
  }
  return { turns, orders, tally, by_warehouse, saved, waitedFor };
}

type Asked = Promise<[waitedFor: boolean, further: Books | null]>;

/** Asks whether there is to be a following step, and for its books: null where these must be opened anew for it. */
function ask({ tx, context, open, ledger }: Held, following: TurnOrders): Asked {
  const isEnd = following.stored.length === 0;
  const asked = together(tx, () => [
    isWaitedFor(tx, ledger),
    isEnd ? null : loadFurtherBooks(tx, context, ordersOf(following), open),
  ]);
  asked.catch(() => {}); // told to who waits for it
  return asked;
}

function ordersOf({ stored }: TurnOrders) {
  return stored.map(({ order }) => order);
}
