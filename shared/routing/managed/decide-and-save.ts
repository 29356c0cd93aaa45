import type { Pipeline } from '../../db/pipeline.ts';
import { decideAll, type OrdersToDecide } from '../decide-turn.ts';
import type { LedgerState } from '../ledger-state.ts';
import { insertDecisions } from '../run-store.ts';
import { countWarehouses, type StatusTally, tallyOf, type WarehouseCounts } from '../status-counts.ts';
import type { StoredOrder } from '../stored-orders.ts';

/** Stored orders of a run, and where they go. */
export interface StoredBatch extends Pick<OrdersToDecide, 'destinations'> {
  readonly stored: readonly StoredOrder[];
}

/** What was decided, in numbers. */
export interface DecidedOrders {
  readonly tally: StatusTally;
  readonly by_warehouse: WarehouseCounts;
}

/** Decides stored orders of a run on a state, and sends the decisions by `saving`. Its next wait reports failures. */
export function decideAndSave(
  saving: Pipeline,
  run_id: number,
  state: LedgerState,
  stock_epoch: number | null,
  { stored, destinations }: StoredBatch,
): DecidedOrders {
  const orders = ordersOf(stored);
  const { decisions, evidence } = decideAll(state, { orders, destinations });
  const decided = stored.map(({ id, order }, i) => ({
    id,
    run_id,
    order,
    decision: decisions[i]!,
    evidence: evidence[i]!,
  }));
  const { ledger_id, mode } = state.context;
  saving.send({ decisions: insertDecisions([{ owner: { ledger_id, stock_epoch, mode }, decided }]) });
  return { tally: tallyOf(decisions), by_warehouse: countWarehouses(decisions) };
}

export function ordersOf(stored: readonly StoredOrder[]) {
  return stored.map(({ order }) => order);
}
