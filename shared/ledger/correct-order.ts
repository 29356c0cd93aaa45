import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { loadConfiguration } from '../account/configurations.ts';
import { databaseNow, takeLedger } from '../account/ledger-lock.ts';
import {
  type ConfirmedOrder,
  ERASED_MARK,
  type ErasedRawData,
  erasedMark,
  type ReleasedOrder,
} from '../contracts/correct.ts';
import type { Database, Queryable } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import { inSnapshot } from '../db/transaction.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Actor } from '../identity/actor.ts';
import { auditEntry } from '../identity/audit.ts';
import type { Principal } from '../identity/principal.ts';
import { neverRouted } from './decisions/decision-records.ts';
import { endOrders, type LatestDecision, noteEvent } from './decisions/latest-decisions.ts';
import { isOpen, mergedUnits, type WarehouseUnits } from './decisions/order-need.ts';
import { findWaiting, supersede } from './decisions/superseded-orders.ts';
import { releaseSlots } from './departures/slot-rows.ts';
import { eventOf } from './events.ts';
import { type AnsweredOnce, answerTextOnce, type IdempotentRequest } from './idempotency/answer-once.ts';
import { type LedgerDeps, type LedgerWait, refuseGone } from './ledger-queues.ts';
import {
  type DecisionContext,
  type LedgerState,
  ledgerContext,
  NOTHING,
  stockChangesOf,
} from './ledger-state.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import { expiryWithin, isDue, saveExpiries } from './order-expiries.ts';
import { type PlannedShipments, readOrders, shipOrders } from './ship-orders.ts';

export interface ReleaseRequest {
  readonly order_id: string;
  readonly idempotency: IdempotentRequest | null;
  /** Says what would be released, and releases nothing. */
  readonly dry_run: boolean;
  /** Whether its shipments have left: then they keep their slots. */
  readonly left?: boolean;
}

/** How a release waits, and what may still refuse it. */
export interface ReleaseOptions extends LedgerWait {
  /** Called under the ledger's lock with the units, before they are released. If it throws, nothing is. */
  readonly approve?: (tx: pg.PoolClient, releasedUnits: number) => Promise<void>;
}

/**
 * Ends an order that was cancelled or has left (docs/guides/correct-an-order.md): its reservation, and its place in runs that
 * have still to decide it. Under the ledger's lock; answers with the units as JSON text. It counts no usage.
 * Throws AppError: not_found if the order is unknown, idempotency_conflict.
 */
export async function releaseOrder(
  deps: LedgerDeps & { readonly db: Database },
  principal: Principal,
  { order_id, idempotency, dry_run, left = false }: ReleaseRequest,
  { approve, ...wait }: ReleaseOptions = {},
): Promise<AnsweredOnce<string>> {
  const { db } = deps;
  const { ledger_id, configuration_id } = principal;
  const configuration = await loadConfiguration(db, configuration_id);
  const context = ledgerContext(ledger_id, configuration);
  const plan = (tx: Queryable, ship: ShipRemaining | null = null) =>
    planRelease(tx, principal, context, { order_id, left }, ship);
  if (dry_run) {
    const { released } = await inSnapshot(db.pool, (tx) => plan(tx));
    const answer = JSON.stringify({ ...released, routing_decision_id: null, dry_run });
    return { answer, replayed: false };
  }
  return answerTextOnce(db, ledger_id, idempotency, (saveKey) =>
    deps.ledgerQueues.pushAlone(principal, wait, async (tx) => {
      const ledger = await takeLedger(tx, ledger_id);
      refuseGone(wait.signal);
      const shipping = { db, principal, ledger, log_days: Number.POSITIVE_INFINITY };
      const ship = async () =>
        shipOrders(
          tx,
          shipping,
          [{ order_id, leaves: true }],
          await pipeline(tx).run(readOrders(tx, ledger_id, [order_id])),
        );
      const { released, changes, is_new } = await plan(tx, left ? ship : null);
      await approve?.(tx, released.released_units);
      const response = JSON.stringify(released);
      const events = is_new ? eventOf(principal, 'order.released', { data: response, order_id }) : [];
      return { answer: response, save: [...changes, ...events, ...saveKey(response)] };
    }),
  );
}

/** Ships what remains of the order: what has left was on a shelf. */
type ShipRemaining = () => Promise<PlannedShipments>;

interface PlannedRelease {
  readonly released: ReleasedOrder;
  /** What carries it out. */
  readonly changes: readonly Sql[];
  /** Whether the order was not released before. */
  readonly is_new: boolean;
}

async function planRelease(
  tx: Queryable,
  { client_id, by: asked_by }: Principal,
  context: DecisionContext,
  { order_id, left }: { readonly order_id: string; readonly left: boolean },
  ship: ShipRemaining | null,
): Promise<PlannedRelease> {
  const { ledger_id } = context;
  const state = await loadReserved(tx, context, [order_id]);
  const latest = state.latestOn(order_id);
  const waiting = await findWaiting(tx, ledger_id, [order_id]);
  if (latest === null && waiting.length === 0) throw neverRouted(order_id);
  state.hold(order_id, NOTHING);
  const ended = left ? 'left' : 'released';
  // What has left stays so.
  const ends =
    latest !== null &&
    (left ? latest.state !== 'left' && latest.state !== 'shipped' : latest.state_since === null);
  const shipped = ends && ship !== null ? await ship() : null;
  const isShipped = shipped !== null && !('refused' in shipped.results[0]!);
  const units = latest?.units ?? [];
  const routing_decision_id = latest?.decision_id ?? null;
  const names = await warehouseNames(tx, client_id, units);
  const by = {
    request: ended,
    routing_decision_id,
    at: new Date(await databaseNow(tx)).toISOString(),
  } as const;
  return {
    released: releasedOf(order_id, routing_decision_id, units, names),
    changes: [
      ...(isShipped
        ? [...shipped.changes, noteEvent(ledger_id, latest!.decision_id, 'left', asked_by)]
        : stockChangesOf(state)),
      ...(ends && !isShipped ? [endOrders(ledger_id, [latest.decision_id], ended, asked_by)] : []),
      ...releaseSlots(ledger_id, [order_id], left),
      ...supersede(waiting.map((order) => ({ ...order, by }))),
    ],
    is_new: ends || waiting.length > 0,
  };
}

/** The state of a ledger that orders are released in: also what a client reserved before its variant was changed. */
export function loadReserved(
  tx: Queryable,
  context: DecisionContext,
  orderIds: readonly string[],
): Promise<LedgerState> {
  const mode = { ...context.mode, honours_reservations: true, takes_slots: false };
  return loadLedgerState(
    tx,
    { ...context, mode },
    orderIds.map((order_id) => ({ order_id, lines: [] })),
  );
}

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
    const event = releasedOf(order_id, decision_id, units, names);
    const data = JSON.stringify(as === 'expired' ? { ...event, reason: as } : event);
    return eventOf(principal, 'order.released', { order_id, data });
  });
  const ids = ending.map(({ decision_id }) => decision_id);
  const orderIds = ending.map(({ order_id }) => order_id);
  return [
    ...stockChangesOf(state),
    endOrders(ledger_id, ids, as, by),
    ...releaseSlots(ledger_id, orderIds),
    ...events,
  ];
}

/** The names of the warehouses of units, by database id. */
async function warehouseNames(
  tx: Queryable,
  clientId: number,
  units: readonly WarehouseUnits[],
): Promise<ReadonlyMap<number, string>> {
  if (units.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; warehouse_id: string }>(
    'SELECT id, warehouse_id FROM warehouses WHERE id = ANY($1) AND client_id = $2',
    [units.map(({ warehouse_db_id }) => warehouse_db_id), clientId],
  );
  return new Map(rows.map(({ id, warehouse_id }) => [id, warehouse_id]));
}

/** What was released of an order, each SKU and warehouse once. */
function releasedOf(
  order_id: string,
  routing_decision_id: number | null,
  units: readonly WarehouseUnits[],
  idOf: ReadonlyMap<number, string>,
): ReleasedOrder {
  const released = mergedUnits(units).map(({ sku, warehouse_db_id, quantity }) => ({
    ...{ sku, warehouse_id: idOf.get(warehouse_db_id)!, quantity },
  }));
  return { order_id, routing_decision_id, released_units: totalQuantity(units), released };
}

/**
 * Confirms an order that is held: its hold does not release it any more (docs/guides/keep-stock-true.md). Returns the answer
 * as JSON text. Throws AppError: not_found, hold_expired, order_released, idempotency_conflict.
 */
export async function confirmOrder(
  deps: LedgerDeps & { readonly db: Database },
  principal: Principal,
  { order_id, idempotency }: { readonly order_id: string; readonly idempotency: IdempotentRequest | null },
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  const { ledger_id, configuration_id } = principal;
  const configuration = await loadConfiguration(deps.db, configuration_id);
  const context = ledgerContext(ledger_id, configuration);
  return answerTextOnce(deps.db, ledger_id, idempotency, (saveKey) =>
    deps.ledgerQueues.pushAlone(principal, wait, async (tx) => {
      const { ledger, state } = await pipeline(tx).run({
        ledger: () => takeLedger(tx, ledger_id),
        state: () => loadReserved(tx, context, [order_id]),
      });
      refuseGone(wait.signal);
      const latest = state.latestOn(order_id);
      if (latest === null) throw neverRouted(order_id);
      if (latest.state === 'expired' || isDue(latest, ledger.as_of)) throw new AppError('hold_expired');
      if (latest.state === 'released')
        throw new AppError('order_released', 'The order was released. Send it again if it is still wanted.');
      const answer: ConfirmedOrder = {
        order_id,
        routing_decision_id: latest.decision_id,
        confirmed: true,
        reserved_units: totalQuantity(latest.units),
      };
      const response = JSON.stringify(answer);
      const expiry = expiryWithin(configuration.reservation_days, ledger.as_of);
      const changes = saveExpiries(ledger_id, [{ order_id, expiry }]);
      const isHeld = latest.state === 'held';
      const confirms = isHeld
        ? [...changes, noteEvent(ledger_id, latest.decision_id, 'confirmed', principal.by)]
        : [];
      return { answer: response, save: [...confirms, ...saveKey(response)] };
    }),
  );
}

/**
 * Erases the raw_order_data of an order, of all times that it was sent; what else is known of it stays, as decisions depend
 * on it. It takes the ledger's lock, because whoever routes the order again copies the data under it. The entry of the audit
 * log does not have the data. Throws AppError not_found.
 */
export function eraseRawData(
  { ledgerQueues }: LedgerDeps,
  principal: Pick<Principal, 'client_id' | 'ledger_id'>,
  { order_id, who }: { readonly order_id: string; readonly who: Actor },
  wait: LedgerWait = {},
): Promise<ErasedRawData> {
  const { client_id, ledger_id } = principal;
  return ledgerQueues.pushAlone(principal, wait, async (tx) => {
    await takeLedger(tx, ledger_id);
    refuseGone(wait.signal);
    const { rowCount } = await tx.query(
      prepared(sql`
        UPDATE orders SET raw_order_data = ${erasedMark(new Date())}::json
        WHERE ledger_id = ${ledger_id} AND order_id = ${order_id}
          AND raw_order_data IS NOT NULL AND raw_order_data::text !~ ${ERASED_MARK}`),
    );
    const erased = rowCount ?? 0;
    const { rows } = await tx.query<{ known: boolean }>(
      prepared(sql`
        SELECT EXISTS (SELECT FROM orders WHERE ledger_id = ${ledger_id} AND order_id = ${order_id}) AS known`),
    );
    if (!rows[0]!.known) throw neverRouted(order_id);
    const entry = { action: 'orders.erase_raw_data', subject: `orders/${order_id}`, changes: [] };
    return {
      answer: { order_id, erased },
      save: erased > 0 ? [auditEntry({ client_id, who, ...entry })] : [],
    };
  });
}
