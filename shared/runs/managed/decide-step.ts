import type pg from 'pg';
import type { Destination } from '../../engine/types.ts';
import { countWarehouses, type WarehouseCounts } from '../../insight/warehouse-counts.ts';
import type { DecisionContext, OpenBooks } from '../decide-stored.ts';
import { saveDecisions } from '../decision-store.ts';
import { type RunTally, tallyOf } from '../run-summary.ts';
import type { StoredOrder } from '../stored-orders.ts';

/** Orders of a run that are decided together, and where they go. */
export interface StepOrders {
  readonly stored: readonly StoredOrder[];
  readonly destinations: ReadonlyMap<string, Destination | null>;
}

/** Orders decided, their decisions on the way into the database. */
export interface DecidedStep {
  readonly tally: RunTally;
  readonly by_warehouse: WarehouseCounts;
  readonly saved: Promise<void>;
}

/** Decides orders of a run on open books and keeps the decisions, within the caller's transaction. */
export function decideStep(
  tx: pg.PoolClient,
  run_id: number,
  { ledger_id, mode }: DecisionContext,
  open: OpenBooks,
  stock_epoch: number | null,
  { stored, destinations }: StepOrders,
): DecidedStep {
  const { decisions, seen } = open.decide(
    stored.map(({ order }) => order),
    destinations,
  );
  const saved = saveDecisions(
    tx,
    { ledger_id, stock_epoch, run_id, mode },
    stored.map(({ id, order }, i) => ({ id, order, decision: decisions[i]!, seen: seen[i]! })),
  );
  saved.catch(() => {}); // whoever waits for it is told
  return { tally: tallyOf(decisions), by_warehouse: countWarehouses(decisions), saved };
}
