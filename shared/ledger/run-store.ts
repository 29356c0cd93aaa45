import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../account/configurations.ts';
import { decisionMoment, type LockedLedger, savedMoment } from '../account/ledger-lock.ts';
import type { NamedActor } from '../contracts/common.ts';
import { type CountedWindow, type Optimization, presentOptimization } from '../contracts/optimization.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { RunSummary } from '../contracts/routed-run.ts';
import { column } from '../db/columns.ts';
import type { Queryable } from '../db/database.ts';
import type { Cents } from '../engine/money.ts';
import { arrivalDay, arrivesLate, dayTextOf } from '../engine/rules/departures.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { settingOf } from '../engine/settings.ts';
import type { Decision, OrderLine } from '../engine/types.ts';
import type { WindowOutcome } from './decide-orders.ts';
import { encodeDecision } from './decisions/codec.ts';
import { encodeLines } from './decisions/order-codec.ts';
import { allocatedUnits, mergedUnits } from './decisions/order-need.ts';
import type { RunMode } from './run-mode.ts';
import type { RunRow } from './run-row.ts';
import { countCosts, countStatuses, reasonsOf, type StatusCounts } from './status-counts.ts';
import { toMoment } from './stock/pair-rows.ts';

// The rows that routing writes, by SQL: runs, orders, decisions.

/** A synchronous run that the transaction completes. */
export interface CompletedRun extends RunSummary {
  readonly ledger_id: number;
  readonly configuration_id: number;
  /** Who sent it. */
  readonly requested_by: NamedActor;
  /** When its orders were decided, in seconds since 1970. */
  readonly as_of: number;
  readonly first_id: number;
}

/** What writes synchronous runs, and in the same statement what `also` writes. */
export function insertRuns(runs: readonly CompletedRun[], also: readonly Sql[] = []): Sql {
  return sql`
      WITH completed AS (
             SELECT *
             FROM json_to_recordset(${JSON.stringify(runs)})
               AS run (routing_run_id bigint, client_id int, ledger_id int, client_run_number bigint, configuration_id int,
                       as_of float8, first_id bigint, orders_routed int, full_count int, split_count int,
                       partial_count int, partial_split_count int, none_count int, warnings jsonb, requested_by jsonb)
           ),
           chunk AS (
             INSERT INTO run_chunks (run_id, chunk, first_id, orders)
             SELECT routing_run_id, 0, first_id, orders_routed FROM completed
           )${asParts(also)}
      INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id,
                        orders_total, orders_routed, full_count, split_count, partial_count,
                        partial_split_count, none_count, warnings, requested_by, as_of, finished_at)
      SELECT routing_run_id, client_id, ledger_id, client_run_number, 'sync', 'completed', configuration_id,
             orders_routed, orders_routed, full_count, split_count, partial_count, partial_split_count, none_count,
             warnings, requested_by, to_timestamp(as_of), now()
      FROM completed`;
}

/** Statements as further parts of one that begins WITH. */
function asParts(statements: readonly Sql[]): Sql {
  const parts = statements.map((each, index) => sql`${raw(`, also_${index}`)} AS (${each})`);
  return parts.length === 0 ? empty : join(parts, '');
}

/** Whose decisions are written, and whether their units become reservations. */
export interface DecisionOwner {
  readonly ledger_id: number;
  /** null: the caller does not have the ledger's lock and reserves no units. */
  readonly stock_epoch: number | null;
  readonly mode: RunMode;
  /** The moment of decisions of which any expires: that of the lock. In milliseconds since 1970. */
  readonly decided_at: number;
  /** The moment of other decisions: that of their saving, which is no earlier. */
  readonly saved_at: number;
  /** By the index of a warehouse in the configuration. */
  readonly warehouse_db_ids: readonly number[];
}

/** How decisions reserve in a ledger whose lock the transaction has. */
export function reservingIn(
  ledger: LockedLedger,
): Pick<DecisionOwner, 'stock_epoch' | 'decided_at' | 'saved_at'> {
  const { stock_epoch } = ledger;
  return { stock_epoch, decided_at: decisionMoment(ledger), saved_at: savedMoment(ledger) };
}

/** An order and its decision, under their common id. */
export interface DecidedOrder {
  readonly id: number;
  readonly run_id: number;
  readonly order: RoutingOrder;
  readonly decision: Decision;
  /** As it is stored; null: none. */
  readonly evidence: string | null;
}

/** What writes orders as they were sent, with consecutive ids from `firstId`. All columns always: each text is planned anew. */
export function insertOrders(ledgerId: number, firstId: number, orders: readonly RoutingOrder[]): Sql {
  return insertOrderRows(
    ledgerId,
    firstId,
    sql`
      SELECT generate_series(0, ${orders.length - 1}::int) AS ordinal,
             ${column(orders, 'text', ({ order_id }) => order_id)} AS order_id,
             ${column(orders, 'text', ({ destination_zip }) => destination_zip)} AS destination_zip,
             ${column(orders, 'bool', ({ is_vip }) => is_vip)} AS is_vip,
             ${column(orders, 'int', ({ priority_level }) => priority_level)} AS priority_level,
             ${column(orders, 'timestamptz', ({ order_created_at }) => order_created_at)} AS order_created_at,
             ${column(orders, 'text', ({ partner_id }) => partner_id)} AS partner_id,
             ${column(orders, 'text', ({ carrier }) => carrier)} AS carrier,
             ${column(orders, 'text', ({ ship_method }) => ship_method)} AS ship_method,
             ${column(orders, 'date', ({ deliver_by }) => deliver_by ?? null)} AS deliver_by,
             ${column(orders, 'json', ({ lines }) => encodeLines(lines))} AS lines,
             ${column(orders, 'json', ({ raw_order_data }) => raw_order_data)} AS raw_order_data,
             ${column(orders, 'bigint', ({ stored }) => stored?.decision_id ?? null)} AS reroutes,
             ${column(orders, 'bigint', ({ stored }) => stored?.sent_by ?? null)} AS sent_by,
             ${column(orders, 'timestamptz', ({ stored }) => stored?.sent_at.toISOString() ?? null)} AS sent_at,
             ${column(orders, 'int', ({ hold_minutes }) => hold_minutes ?? null)} AS hold_minutes`,
  );
}

/** The same of orders that SQL selects, each with its `ordinal`, counted from 0. */
export function insertOrderRows(ledgerId: number, firstId: number, orders: Sql): Sql {
  return sql`
      INSERT INTO orders (id, ledger_id, order_id, destination_zip, is_vip, priority_level, order_created_at, partner_id,
                          carrier, ship_method, deliver_by, lines, raw_order_data, reroutes, sent_by, sent_at, hold_minutes)
      SELECT ${firstId}::bigint + ordinal, ${ledgerId}, order_id, destination_zip, is_vip, priority_level,
             order_created_at, partner_id, carrier, ship_method, deliver_by, lines, raw_order_data, reroutes, sent_by,
             sent_at, hold_minutes
      FROM (${orders}) AS sent`;
}

/**
 * What writes decisions, each under its order's id, and counts them. Of decisions on one order ID, the last one reserves its
 * units and replaces the others. An id that is decided already fails the transaction.
 */
export function insertDecisions(
  { ledger_id, stock_epoch, mode, warehouse_db_ids, decided_at, saved_at }: DecisionOwner,
  decided: readonly DecidedOrder[],
): Sql[] {
  if (decided.length === 0) return [];
  const last = new Map(decided.map(({ id, order }) => [order.order_id, id]));
  const isReplaced = ({ id, order }: DecidedOrder) => last.get(order.order_id) !== id;
  // What expires does so in whole minutes after its moment.
  const expires = decided.some(({ decision }) => decision.expires_at !== undefined);
  const moment = expires ? decided_at : saved_at;
  const reserves = (each: DecidedOrder) =>
    mode.reserves && each.decision.status !== 'NONE' && !isReplaced(each);
  return [
    sql`
      INSERT INTO decisions (id, run_id, ledger_id, status, reservation_epoch, data, evidence, unroutable, unfulfilled, warned,
                             incomplete, late, warehouses, arrives_on, units, value_cents, cost_cents, state, state_since, decided_at)
      SELECT id, run_id, ${ledger_id}, status, epoch, data, evidence, unroutable, unfulfilled::text[], warned, incomplete,
             late, warehouses::int[], arrives_on, units, value_cents, cost_cents,
             CASE WHEN replaced THEN 'replaced' ELSE 'current' END::order_state, CASE WHEN replaced THEN clock_timestamp() END,
             ${toMoment(moment)}
      FROM (
        SELECT ${column(decided, 'bigint', ({ id }) => id)} AS id,
               ${column(decided, 'bigint', ({ run_id }) => run_id)} AS run_id,
               ${column(decided, 'order_status', ({ decision }) => decision.status)} AS status,
               ${column(decided, 'bigint', (each) => (reserves(each) ? stock_epoch : null))} AS epoch,
               ${column(decided, 'json', ({ decision, order }) => encodeDecision(decision, order))} AS data,
               ${column(decided, 'json', ({ evidence }) => evidence)} AS evidence,
               ${column(decided, 'text', ({ decision }) => decision.unroutable)} AS unroutable,
               ${column(decided, 'text', ({ decision }) => unfulfilledOf(decision))} AS unfulfilled,
               ${column(decided, 'bool', ({ decision }) => decision.policy.outcome === 'warned')} AS warned,
               ${column(decided, 'bool', ({ decision }) => decision.budget_exhausted)} AS incomplete,
               ${column(decided, 'bool', ({ decision, order }) => arrivesLate(decision, order.deliver_by))} AS late,
               ${column(decided, 'text', ({ decision }) => arrayOf(decision.shipments.map(({ warehouse }) => warehouse_db_ids[warehouse]!)))} AS warehouses,
               ${column(decided, 'date', ({ decision }) => dayTextOf(arrivalDay(decision.days)))} AS arrives_on,
               ${column(decided, 'int', ({ order }) => totalQuantity(order.lines))} AS units,
               ${column(decided, 'numeric', ({ decision }) => String(decision.total_value_cents))} AS value_cents,
               ${column(decided, 'numeric', ({ decision }) => textOf(decision.cost?.total))} AS cost_cents,
               ${column(decided, 'bool', isReplaced)} AS replaced
      ) AS decided`,
    countDecisions(ledger_id, tallyDecisions(decided)),
    ...reserveByPair(ledger_id, warehouse_db_ids, moment, decided.filter(reserves)),
  ];
}

/** What notes by pair what decisions reserve. */
function reserveByPair(
  ledgerId: number,
  warehouseDbIds: readonly number[],
  moment: number,
  decided: readonly DecidedOrder[],
): Sql[] {
  const units = decided.flatMap(({ id, order, decision }) =>
    mergedUnits(allocatedUnits(decision.allocations, order.lines, warehouseDbIds)).map((each) => ({
      ...each,
      id,
    })),
  );
  if (units.length === 0) return [];
  return [
    sql`
      INSERT INTO reserved_units (ledger_id, sku, warehouse_id, decided_at, decision_id, quantity)
      SELECT ${ledgerId}, ${column(units, 'text', ({ sku }) => sku)}, ${column(units, 'int', ({ warehouse_db_id }) => warehouse_db_id)},
             ${toMoment(moment)}, ${column(units, 'bigint', ({ id }) => id)}, ${column(units, 'int', ({ quantity }) => quantity)}`,
  ];
}

/** Why units of an order are unfulfilled, each reason once; null: all ship. */
function unfulfilledOf({ unfulfilled }: Decision): string | null {
  if (unfulfilled.length === 0) return null;
  return arrayOf([...new Set(unfulfilled.map(({ reason }) => reason))]);
}

function textOf(cents: Cents | null | undefined): string | null {
  return cents == null ? null : String(cents);
}

/** An array of numbers or codes in PostgreSQL's text form. */
function arrayOf(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`;
}

// SQL, as for all rows that routing writes: the counts are written with the decisions.

/** The hour of the statement. The database's clock dates decisions too. */
const THIS_HOUR = sql`date_trunc('hour', clock_timestamp(), 'UTC')`;

/**
 * The statement that adds decisions of a ledger to the counts of an hour, in the transaction that writes them. The hour's
 * row stays locked until the transaction ends, so the transaction must not wait afterwards for a lock that others take
 * before they take such a row.
 */
export function countDecisions(ledger_id: number, tally: DecisionTally): Sql {
  return sql`
    INSERT INTO decision_hours AS h (ledger_id, hour, ${NAMES}, reasons)
    SELECT ${ledger_id}, ${THIS_HOUR}, ${NAMES}, reasons
    FROM json_to_record(${JSON.stringify(tally)}) AS counted (${TYPED}, reasons jsonb)
    ON CONFLICT (ledger_id, hour) DO UPDATE SET ${ADDED},
      reasons = CASE WHEN excluded.reasons = '{}' THEN h.reasons ELSE add_counts(h.reasons, excluded.reasons) END`;
}

/** The counts of an hour, as columns of `decision_hours`, beside the reasons. */
export const HOUR_COUNTS = [
  'full_count',
  'split_count',
  'partial_count',
  'partial_split_count',
  'none_count',
  'warned_count',
  'units_ordered',
  'units_shipped',
  'shipments',
] as const;

const NAMES = raw(HOUR_COUNTS.join(', '));
const TYPED = raw(HOUR_COUNTS.map((name) => `${name} bigint`).join(', '));
const ADDED = raw(HOUR_COUNTS.map((name) => `${name} = h.${name} + excluded.${name}`).join(', '));

export interface DecisionTally extends StatusCounts {
  /** Decisions with a policy warning. */
  readonly warned_count: number;
  readonly units_ordered: number;
  readonly units_shipped: number;
  readonly shipments: number;
  /**
   * Orders by status and reason code, `{"NONE no_inventory_available": 3}`, and what they cost (`countCosts`), which has no
   * column of its own, because few accounts have rates.
   */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface TalliedOrder {
  readonly order: { readonly lines: readonly OrderLine[] };
  readonly decision: Decision;
}

/** Counts decisions. An order that lacks units for two reasons counts under both. */
export function tallyDecisions(decided: readonly TalliedOrder[]): DecisionTally {
  let warned_count = 0;
  let units_ordered = 0;
  let units_shipped = 0;
  let shipments = 0;
  const reasons: Record<string, number> = {};
  for (const { order, decision } of decided) {
    for (const { quantity } of order.lines) units_ordered += quantity;
    for (const { quantity } of decision.allocations) units_shipped += quantity;
    shipments += decision.shipments.length;
    if (decision.policy.outcome === 'warned') warned_count += 1;
    for (const code of reasonsOf(decision)) {
      const key = `${decision.status} ${code}`;
      reasons[key] = (reasons[key] ?? 0) + 1;
    }
  }
  const decisions = decided.map(({ decision }) => decision);
  const counts = countStatuses(decisions);
  Object.assign(reasons, countCosts(decisions));
  return { warned_count, units_ordered, units_shipped, shipments, reasons, ...counts };
}

// Orders of a run that were improved together, in numbers and as lines for the floor.

/** What writes a window of a run, by its number from 0. */
export function insertWindow(
  ledgerId: number,
  runId: number,
  number: Sql,
  { figures, lines }: WindowOutcome,
): Sql {
  return sql`
      INSERT INTO run_windows (run_id, number, ledger_id, figures, lines)
      VALUES (${runId}, ${number}, ${ledgerId}, ${JSON.stringify(figures, storable)}::jsonb, ${lines})`;
}

/** Cents that a double cannot count are text. */
function storable(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The member `optimization` of a run that was improved just now: its floor is not known yet. */
export function optimizationOf(window: WindowOutcome | undefined): { optimization?: Optimization } {
  const optimization =
    window && presentOptimization([{ ...window.figures, floor: null, cost_floor: null, is_given_up: false }]);
  return optimization === undefined ? {} : { optimization };
}

interface WindowRow {
  readonly figures: Omit<CountedWindow, 'floor' | 'cost_floor' | 'is_given_up'>;
  readonly floor: { readonly floor: number; readonly cost_floor?: Cents } | null;
  readonly is_given_up: boolean;
}

/** The same of a stored run. Its windows are only looked for if orders are improved under its configuration. */
export async function optimizationOfRun(
  db: Queryable,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
  configuration: StoredConfiguration,
  options?: { readonly asAnswered: boolean },
): Promise<{ optimization?: Optimization }> {
  const { settings } = configuration.configuration;
  if (settingOf(settings, 'batch_optimization') !== 'improve') return {};
  return loadOptimization(db, ledger_id, id, options);
}

/** The same of any run; `asAnswered`: as it was before its floor was known. */
export async function loadOptimization(
  db: Queryable,
  ledgerId: number,
  runId: number,
  { asAnswered = false } = {},
): Promise<{ optimization?: Optimization }> {
  const { rows } = await db.query<WindowRow>(
    sql`SELECT figures, floor, failed_at IS NOT NULL AS is_given_up FROM run_windows
        WHERE run_id = ${runId} AND ledger_id = ${ledgerId} ORDER BY number`,
  );
  const windows = rows.map(({ figures, floor, is_given_up }): CountedWindow => {
    const known = asAnswered ? null : floor;
    return {
      ...figures,
      cost_before: toCents(figures.cost_before),
      cost_after: toCents(figures.cost_after),
      floor: known?.floor ?? null,
      cost_floor: known?.cost_floor ?? null,
      is_given_up: is_given_up && !asAnswered,
    };
  });
  const optimization = presentOptimization(windows);
  return optimization === undefined ? {} : { optimization };
}

function toCents(stored: Cents | string | null): Cents | null {
  return typeof stored === 'string' ? BigInt(stored) : stored;
}
