import type { Pipeline } from '../../db/pipeline.ts';
import type { Destination } from '../../engine/types.ts';
import { countWarehouses, type WarehouseCounts } from '../../insight/warehouse-counts.ts';
import type { AvailabilityView } from '../availability-view.ts';
import type { DecisionContext } from '../load-availability.ts';
import { insertDecisions } from '../run-store.ts';
import { type StatusTally, tallyOf } from '../status-counts.ts';
import type { StoredOrder } from '../stored-orders.ts';

/** Orders of a run that are decided together, and their destinations. */
export interface OrdersToDecide {
  readonly stored: readonly StoredOrder[];
  readonly destinations: ReadonlyMap<string, Destination | null>;
}

/** What was decided, in numbers. */
export interface DecidedOrders {
  readonly tally: StatusTally;
  readonly by_warehouse: WarehouseCounts;
}

/** Decides orders of a run on a view, and sends the decisions by `saving`. Its next wait reports failures. */
export function decideAndSave(
  saving: Pipeline,
  run_id: number,
  { ledger_id, mode }: DecisionContext,
  view: AvailabilityView,
  stock_epoch: number | null,
  { stored, destinations }: OrdersToDecide,
): DecidedOrders {
  const { decisions, seen } = view.decide(
    stored.map(({ order }) => order),
    destinations,
  );
  const decided = stored.map(({ id, order }, i) => ({
    id,
    run_id,
    order,
    decision: decisions[i]!,
    seen: seen[i]!,
  }));
  saving.send({ decisions: insertDecisions({ ledger_id, stock_epoch, mode }, decided) });
  return { tally: tallyOf(decisions), by_warehouse: countWarehouses(decisions) };
}
