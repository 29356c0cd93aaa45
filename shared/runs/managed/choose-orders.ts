import type pg from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { takeLedger } from '../../account/ledger-lock.ts';
import { meter } from '../../account/usage.ts';
import { allOf, unprepared } from '../../db/sql.ts';
import { inTransaction, rolledBack } from '../../db/transaction.ts';
import { UNROUTABLE_CODES } from '../../engine/reason-codes.ts';
import type { OrderStatus } from '../../engine/types.ts';
import { UNROUTABLE } from '../../engine/unroutable.ts';
import type { AppError } from '../../foundation/errors/app-error.ts';
import { findOfLedger, type Principal } from '../../identity/principal.ts';
import { REQUEST_NUMBER, REQUESTED_AT } from '../../ledger/decisions/latest-decisions.ts';
import { isOpenSql } from '../../ledger/decisions/order-need.ts';
import type { OrderSelection } from '../../ledger/reroute-run.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { COUNT_OF } from '../../ledger/status-counts.ts';
import { lackingDecisions } from '../../ledger/stock/reserving-orders.ts';
import type { WorkDeps } from '../background-work.ts';
import { conditionOf } from '../search/order-filter.ts';
import { isFirstInQueue, lockRunOfJob, markRunFailed } from './managed-run.ts';
import { CHOOSING, isChoosing, isWorkable, moveRuns } from './run-states.ts';

/** Orders of a chunk. */
const CHUNK_ORDERS = 2000;

export type ChoosingDeps = WorkDeps & { readonly now: () => Date };

/** What a job that chooses orders did. */
export interface ChosenOrders {
  readonly orders: number;
  /** Whether the run is completed, because there is nothing to do. */
  readonly finished: boolean;
}

/**
 * Chooses the orders of a run that routes stored orders again, when the run is the first of its ledger's run queue: those
 * that are current or held and whose latest decision meets the selection. They are copied as they were sent, the oldest
 * first, and counted as usage. Beyond the plan the run fails as a whole. Returns null if nothing was left to do.
 */
export async function chooseOrders(deps: ChoosingDeps, runId: number): Promise<ChosenOrders | null> {
  const { pool } = deps.db;
  const run = await inTransaction(pool, (tx) => beginChoosing(tx, runId));
  if (run === null) return null;
  const { principal, refusal } = await findOfLedger(deps.db, run.ledger_id);
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const chosen =
    refusal ??
    (await inTransaction(pool, async (tx) => {
      const orders = await copyOrders(tx, run, await asKnown(tx, run, wantedOrders(run, configuration)));
      const refused =
        orders === 0
          ? await endWithoutOrders(tx, run)
          : await acceptOrders(tx, principal, run, orders, deps.now());
      return refused === null ? { orders, finished: orders === 0 } : rolledBack(tx, refused);
    }));
  if (chosen === LATE) return null;
  if ('orders' in chosen) return chosen;
  await markRunFailed(pool, runId, chosen.message);
  return null;
}

/** The run was cancelled meanwhile, or another worker chooses or has chosen. */
const LATE = Symbol('late');

/**
 * Marks the run as begun, under the ledger's lock. A sync sees under the same lock whether a run still waits. So either
 * the orders are chosen after that sync, or it starts another run. Returns null if the run may not choose now.
 */
async function beginChoosing(tx: pg.PoolClient, runId: number): Promise<RunRow | null> {
  const run = await lockRunOfJob(tx, runId);
  if (run === null || !isWorkable(run) || !isChoosing(run) || !(await isFirstInQueue(tx, run))) return null;
  await takeLedger(tx, run.ledger_id);
  await tx.query(
    `UPDATE runs SET started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
     WHERE id = $1 AND ledger_id = $2`,
    [runId, run.ledger_id],
  );
  return run;
}

/** What the latest decision on an order must meet. */
interface WantedOrders
  extends Partial<Exclude<OrderSelection, { readonly on_sync: true } | { readonly short: true }>> {
  readonly statuses: OrderStatus[];
  /** When the order was sent at the earliest. A run that routes it again does not send it. */
  readonly sent_from?: string;
  /** Warehouses, by database id, of which one must have a free unit of one of the order's SKUs. */
  readonly stocked_at?: readonly number[];
  /** Only those that lack units of short pairs, the latest decision first. */
  readonly short?: boolean;
}

const INVENTORY_CODES = UNROUTABLE_CODES.filter((code) => UNROUTABLE[code].category === 'inventory');

function wantedOrders(
  { selection, created_at }: RunRow,
  { configuration: { warehouses }, warehouse_db_ids, reroute_on_sync: { days } }: StoredConfiguration,
): WantedOrders {
  if (selection !== null && 'statuses' in selection) {
    const { filter } = selection;
    return filter === undefined
      ? selection
      : { ...selection, from: filter.from ?? null, to: filter.to ?? null };
  }
  if (selection !== null && 'short' in selection)
    return { statuses: ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT'], short: true };
  return {
    statuses: ['NONE'],
    unroutable_reason_codes: INVENTORY_CODES,
    sent_from: new Date(created_at.getTime() - days * 24 * 3600 * 1000).toISOString(),
    stocked_at: warehouse_db_ids.filter((_, index) => warehouses[index]!.enabled),
  };
}

/** If what is sought by `q` is an order's ID, that order alone, as in a search. */
async function asKnown(
  tx: pg.PoolClient,
  { ledger_id }: RunRow,
  wanted: WantedOrders,
): Promise<WantedOrders> {
  const { q, ...filter } = wanted.filter ?? {};
  if (q === undefined) return wanted;
  const { rowCount } = await tx.query('SELECT FROM orders WHERE ledger_id = $1 AND order_id = $2 LIMIT 1', [
    ledger_id,
    q,
  ]);
  return rowCount === 0 ? wanted : { ...wanted, filter: { ...filter, order_id: q } };
}

/**
 * Copies the wanted orders into chunks of the run, each with what it routes again, and returns their number. One
 * statement sees one state of the database, in which an order has one latest decision: no order is copied twice. It reads
 * the chunks of runs that have decisions of a wanted status.
 */
async function copyOrders(tx: pg.PoolClient, run: RunRow, wanted: WantedOrders): Promise<number> {
  const { id, ledger_id } = run;
  const { rows } = await tx.query<{ orders: number }>(
    unprepared(sql`
      WITH chosen AS MATERIALIZED (
        SELECT o.id, row_number() OVER (ORDER BY ${raw(wanted.short ? 'd.decided_at DESC, o.id DESC' : 'o.id')}) - 1 AS ordinal, coalesce(o.sent_at, ${raw(REQUESTED_AT)}) AS sent_at,
               coalesce(o.sent_by, ${raw(REQUEST_NUMBER)}) AS sent_by,
               coalesce(o.rerouted_by, ${raw(REQUEST_NUMBER)}) AS rerouted_by
        FROM ${candidates(ledger_id, wanted)}
        WHERE r.ledger_id = ${ledger_id} AND ${raw(isOpenSql('d'))} AND ${onRun(wanted)}
          AND ${onOrder(ledger_id, wanted)}
          AND ${conditionOf(ledger_id, wanted.filter ?? {})}
      ), numbered AS MATERIALIZED (
        SELECT count(*)::int AS orders, take_order_ids(count(*)::int) AS first_id FROM chosen HAVING count(*) > 0
      ), copied AS (
        INSERT INTO orders (id, ledger_id, order_id, destination_zip, is_vip, priority_level, order_created_at,
                            partner_id, carrier, ship_method, deliver_by, lines, raw_order_data,
                            hold_minutes, reroutes, sent_at, sent_by, rerouted_by)
        SELECT first_id + ordinal, ledger_id, order_id, destination_zip, is_vip, priority_level, order_created_at,
               partner_id, carrier, ship_method, deliver_by, lines, raw_order_data, hold_minutes, o.id, chosen.sent_at, chosen.sent_by, chosen.rerouted_by
        FROM numbered CROSS JOIN chosen JOIN orders o ON o.id = chosen.id
      ), chunks AS (
        INSERT INTO run_chunks (run_id, chunk, first_id, orders)
        SELECT ${id}::bigint, chunk, first_id + chunk * ${CHUNK_ORDERS}::int,
               least(${CHUNK_ORDERS}::int, orders - chunk * ${CHUNK_ORDERS}::int)
        FROM numbered CROSS JOIN LATERAL generate_series(0, (orders - 1) / ${CHUNK_ORDERS}::int) AS chunk
        ON CONFLICT DO NOTHING -- of another worker: acceptOrders then finds that this one is late
      )
      SELECT coalesce((SELECT orders FROM numbered), 0) AS orders`),
  );
  return rows[0]!.orders;
}

/** What the orders `o` are sought among, each with its decision `d` and the run `r` of that: named ones are found by index. */
function candidates(ledgerId: number, wanted: WantedOrders): Sql {
  const { order_id, order_ids } = wanted.filter ?? {};
  const named =
    order_id === undefined ? order_ids : (order_ids ?? [order_id]).filter((id) => id === order_id);
  const current = (where: Sql) => sql`
    SELECT * FROM decisions d
    WHERE ${where} AND d.ledger_id = ${ledgerId} AND d.state = 'current'
      AND ${onDecision(ledgerId, wanted)}
    OFFSET 0`;
  if (named !== undefined)
    return sql`
      (SELECT * FROM orders WHERE ledger_id = ${ledgerId} AND order_id = ANY(${named}::text[])) AS o
      CROSS JOIN LATERAL (${current(sql`d.id = o.id`)}) AS d
      JOIN runs r ON r.id = d.run_id`;
  // OFFSET 0 makes the planner scan the index once a chunk.
  return sql`
    runs r
    JOIN run_chunks c ON c.run_id = r.id AND r.ledger_id = ${ledgerId}
    CROSS JOIN LATERAL (${current(sql`d.id >= c.first_id AND d.id < c.first_id + c.orders`)}) AS d
    JOIN orders o ON o.id = d.id`;
}

/** The condition on a decision `d`. */
function onDecision(
  ledgerId: number,
  { statuses, unroutable_reason_codes: codes, unfulfilled_reasons: reasons, short }: WantedOrders,
): Sql {
  return allOf(
    short && sql`d.id IN (${lackingDecisions(ledgerId)})`,
    sql`d.status = ANY(${statuses}::order_status[])`,
    codes && sql`d.unroutable = ANY (${codes}::text[])`,
    reasons && sql`d.unfulfilled && ${reasons}::text[]`,
  );
}

/** The condition on the run `r` of a latest decision. */
function onRun({ statuses, routing_run_id, from, to, sent_from }: WantedOrders): Sql {
  const anyOfStatus = join(
    statuses.map((status) => raw(`r.${COUNT_OF[status]} > 0`)),
    ' OR ',
  );
  const began = from ?? sent_from;
  return allOf(
    sql`(${anyOfStatus})`,
    routing_run_id != null && sql`r.id = ${routing_run_id}`,
    began && sql`r.created_at >= ${began}::timestamptz`,
    to && sql`r.created_at < ${to}::timestamptz`,
  );
}

/** The condition on the order `o` of a latest decision of the run `r`. */
function onOrder(ledgerId: number, { sent_from, stocked_at }: WantedOrders): Sql {
  return allOf(
    sent_from && sql`coalesce(o.sent_at, ${raw(REQUESTED_AT)}) >= ${sent_from}::timestamptz`,
    stocked_at &&
      sql`EXISTS (
        SELECT FROM json_array_elements(o.lines) AS line
        JOIN ledgers l ON l.id = ${ledgerId}
        JOIN stock s ON s.ledger_id = l.id AND s.version = l.stock_version AND s.sku = line ->> 0
        CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved) AS u (warehouse, free, reserved)
        WHERE u.warehouse = ANY(${stocked_at}::int[])
          AND u.free + CASE WHEN s.reserved_epoch = l.stock_epoch THEN 0 ELSE u.reserved END > 0)`,
  );
}

/**
 * Counts the orders as usage, and hands the run over to scoring under the client's present configuration. Returns why it does
 * not: it is late, or AppError usage_limit.
 */
async function acceptOrders(
  tx: pg.PoolClient,
  principal: Principal,
  { id, ledger_id }: RunRow,
  orders: number,
  now: Date,
): Promise<AppError | typeof LATE | null> {
  const { rowCount } = await tx.query(
    `UPDATE runs SET orders_total = $3, configuration_id = $4, usage_day = $5, updated_at = clock_timestamp()
     WHERE id = $1 AND ledger_id = $2 AND ${CHOOSING}`,
    [
      id,
      ledger_id,
      orders,
      principal.configuration_id,
      principal.environment === 'live' ? now.toISOString().slice(0, 10) : null,
    ],
  );
  if (rowCount === 0) return LATE;
  // Behind the run's row, as everywhere: it takes the ledger's lock.
  return meter(tx, principal, orders, now);
}

/**
 * Completes a run that found no orders. One that a sync started is deleted: it would only fill the list of runs. Returns why it
 * does not.
 */
async function endWithoutOrders(
  tx: pg.PoolClient,
  { id, ledger_id, selection }: RunRow,
): Promise<typeof LATE | null> {
  const theRun = sql`id = ${id} AND ledger_id = ${ledger_id} AND ${raw(CHOOSING)}`;
  const ended =
    selection !== null && 'on_sync' in selection
      ? (
          await tx.query<{ id: number }>(
            unprepared(sql`DELETE FROM runs WHERE ${theRun} RETURNING id, ledger_id`),
          )
        ).rows
      : await moveRuns(tx, theRun, 'complete');
  return ended.length > 0 ? null : LATE;
}
