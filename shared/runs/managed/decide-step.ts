import type pg from 'pg';
import { together } from '../../db/transaction.ts';
import type { Destination } from '../../engine/types.ts';
import { type Books, type DecisionContext, decideOnBooks } from '../decide-stored.ts';
import { saveDecisions } from '../decision-store.ts';
import type { StoredOrder } from '../stored-orders.ts';
import { advanceRun, dropWorkingState, type RunAdvance, type RunStep } from './advance-run.ts';

/** Orders of a run that are decided together, and where they go. */
export interface StepOrders {
  readonly stored: readonly StoredOrder[];
  readonly destinations: ReadonlyMap<string, Destination | null>;
}

/**
 * Decides orders of a run on their books and keeps all of it, within the caller's transaction: decisions, what they
 * use up, the run's progress. Throws RunNoLongerRunning.
 */
export async function decideStep(
  tx: pg.PoolClient,
  run_id: number,
  context: DecisionContext,
  books: Books,
  stock_epoch: number,
  { stored, destinations }: StepOrders,
  step: Omit<RunStep, 'decisions'>,
): Promise<RunAdvance> {
  const { ledger_id, mode } = context;
  const orders = stored.map(({ order }) => order);
  const { decisions, save } = decideOnBooks(context, books, destinations, orders);
  const [advance] = await together(tx, () => [
    advanceRun(tx, run_id, { ...step, decisions }),
    save(tx),
    saveDecisions(
      tx,
      { ledger_id, stock_epoch, run_id, mode },
      stored.map(({ id, order }, i) => ({ id, order, decision: decisions[i]! })),
    ),
  ]);
  if (advance.finished) await dropWorkingState(tx, run_id);
  return advance;
}
