import sql, { type Sql } from 'sql-template-tag';
import type { LockedLedger } from '../../account/ledger-lock.ts';
import type { Pipeline } from '../../db/pipeline.ts';
import type { Decision } from '../../engine/types.ts';
import { decideAll, type OrdersToDecide, type WindowOutcome } from '../../ledger/decide-orders.ts';
import type { LatestDecision } from '../../ledger/decisions/latest-decisions.ts';
import { encodeLines } from '../../ledger/decisions/order-codec.ts';
import { isWorse, parcelsOf, remainingLines } from '../../ledger/decisions/order-need.ts';
import { restricted, supersede, supersededBy } from '../../ledger/decisions/superseded-orders.ts';
import type { LedgerState } from '../../ledger/ledger-state.ts';
import type { OrderSelection } from '../../ledger/reroute-run.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { type DecidedOrder, insertDecisions, reservingIn } from '../../ledger/run-store.ts';
import {
  addCounts,
  countWarehouses,
  NO_TALLY,
  NO_WAREHOUSES,
  type StatusTally,
  tallyOf,
  type WarehouseCounts,
} from '../../ledger/status-counts.ts';
import type { StoredOrder } from '../../ledger/stored-orders.ts';

/** Stored orders of a run, and where they go. */
export interface StoredBatch extends Pick<OrdersToDecide, 'destinations'> {
  readonly stored: readonly StoredOrder[];
}

/** Outcomes of some orders of a run, in numbers. */
export interface DecidedOrders {
  readonly tally: StatusTally;
  readonly by_warehouse: WarehouseCounts;
  /** Left out, because a later request asked for something else. */
  readonly superseded: number;
  /** Left out, because a sync brought nothing new for them, or they would ship worse. */
  readonly unchanged: number;
}

export const NOTHING: DecidedOrders = {
  tally: NO_TALLY,
  by_warehouse: NO_WAREHOUSES,
  superseded: 0,
  unchanged: 0,
};

/** The numbers of two groups of orders. */
export function both(left: DecidedOrders, right: DecidedOrders): DecidedOrders {
  return {
    tally: addCounts(left.tally, right.tally),
    by_warehouse: addCounts(left.by_warehouse, right.by_warehouse),
    superseded: left.superseded + right.superseded,
    unchanged: left.unchanged + right.unchanged,
  };
}

/** What of a run its orders are decided by. */
export type RunToDecide = Pick<RunRow, 'id' | 'request_number' | 'selection'>;

/** What was decided about some orders of a run. */
export interface DecidedBatch {
  readonly decided: readonly DecidedOrder[];
  readonly superseded: Parameters<typeof supersede>[0];
  /** The ids of orders that stay as they were. */
  readonly unchanged: readonly number[];
  /** Orders of which a part has shipped, with what remains: as such they are stored. */
  readonly remaining: readonly StoredOrder[];
  readonly counts: DecidedOrders;
  /** If the orders were improved together. */
  readonly window: WindowOutcome | undefined;
}

/**
 * The stored orders of a run to decide on a state, and those that later requests superseded. `released` are known to be
 * superseded, and are in neither list.
 */
export function chooseWanted(
  run: RunToDecide,
  state: LedgerState,
  stored: readonly StoredOrder[],
  released: ReadonlySet<number>,
): { readonly wanted: readonly StoredOrder[] } & Pick<DecidedBatch, 'superseded'> {
  const wanted: StoredOrder[] = [];
  const superseded: DecidedBatch['superseded'][number][] = [];
  for (const each of stored) {
    if (released.has(each.id)) continue;
    const latest = state.latestOn(each.order.order_id);
    const by = supersededBy(each, latest, run);
    if (by === null)
      wanted.push({ ...each, order: remainingOf(each, restricted(each, latest, run), latest) });
    else superseded.push({ run_id: run.id, id: each.id, by });
  }
  return { wanted, superseded };
}

/**
 * Decides stored orders of a run on a state, by `decide`. Orders that later requests supersede are left out; `released` are
 * known to be. Changes the state.
 */
export function decideBatch(
  run: RunToDecide,
  state: LedgerState,
  { stored, destinations }: StoredBatch,
  released: ReadonlySet<number>,
  decide: typeof decideAll = decideAll,
): DecidedBatch {
  const { wanted, superseded } = chooseWanted(run, state, stored, released);
  const { selection } = run;
  const stays = ({ order_id }: StoredOrder['order'], decision: Decision) =>
    selection !== null && staysAsItIs(selection, state.latestOn(order_id), decision);
  const { decisions, evidence, window } = decide(state, { orders: ordersOf(wanted), destinations }, stays);
  const decided: DecidedOrder[] = [];
  const unchanged: number[] = [];
  wanted.forEach(({ id, order }, index) => {
    const decision = decisions[index]!;
    if (stays(order, decision)) unchanged.push(id);
    else decided.push({ id, run_id: run.id, order, decision, evidence: evidence[index]! });
  });
  state.replaceLatest(decided.map(({ order }) => order));
  const made = decided.map(({ decision }) => decision);
  return {
    decided,
    superseded,
    unchanged,
    remaining: wanted.filter(({ order }) => (state.latestOn(order.order_id)?.shipped.length ?? 0) > 0),
    counts: {
      tally: tallyOf(made),
      by_warehouse: countWarehouses(made),
      superseded: stored.length - wanted.length,
      unchanged: unchanged.length,
    },
    window,
  };
}

/** Sends what was decided by `saving`, under the ledger's lock. Its next wait reports failures. */
export function saveBatch(
  saving: Pipeline,
  { context: { ledger_id, mode, configuration } }: LedgerState,
  ledger: LockedLedger,
  { decided, superseded, unchanged, remaining }: DecidedBatch,
): void {
  saving.send({
    decisions: insertDecisions(
      {
        ...{ ledger_id, mode, warehouse_db_ids: configuration.warehouse_db_ids },
        ...reservingIn(ledger),
      },
      decided,
    ),
    superseded: supersede(superseded),
    remaining: remaining.map(({ id, order }) => saveLines(ledger_id, id, order)),
    unchanged: deleteOrders(ledger_id, unchanged),
  });
}

/**
 * Whether an order stays as it was: in a run that a sync started, if it still waits, for the same reason; in one that asks for
 * it, if it would ship worse.
 */
function staysAsItIs(
  selection: OrderSelection,
  latest: LatestDecision | null,
  { status, unroutable, allocations }: Decision,
): boolean {
  if ('on_sync' in selection) return status === 'NONE' && latest?.unroutable === unroutable;
  return (
    'statuses' in selection && !!selection.unless_worse && isWorse(parcelsOf(allocations), latest!.to_leave)
  );
}

/** An order that is routed again without what of it has shipped. */
function remainingOf(
  { reroutes }: StoredOrder,
  order: StoredOrder['order'],
  latest: LatestDecision | null,
): StoredOrder['order'] {
  if (reroutes === null || latest === null || latest.shipped.length === 0) return order;
  return { ...order, lines: remainingLines(order.lines, latest.shipped) };
}

function saveLines(ledgerId: number, id: number, { lines }: StoredOrder['order']): Sql {
  return sql`UPDATE orders SET lines = ${encodeLines(lines)}::json WHERE id = ${id} AND ledger_id = ${ledgerId}`;
}

function deleteOrders(ledgerId: number, ids: readonly number[]): Sql[] {
  return ids.length === 0
    ? []
    : [sql`DELETE FROM orders WHERE id = ANY(${ids}::bigint[]) AND ledger_id = ${ledgerId}`];
}

export function ordersOf(stored: readonly StoredOrder[]) {
  return stored.map(({ order }) => order);
}
