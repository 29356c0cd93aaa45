import sql from 'sql-template-tag';
import { z } from 'zod';
import type { orderPage, ordersQuery } from '../../contracts/account/orders.ts';
import type { runDecisionsQuery } from '../../contracts/account/runs.ts';
import { decodeCursor, encodeCursor } from '../../contracts/cursor.ts';
import type { Database } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import { findRun } from '../run-queries.ts';
import { type OrderAt, readFoundOrders } from './found-orders.ts';
import { conditionOf, type OrderFilter } from './order-filter.ts';
import { boundsOf, type DecisionPosition, type RunPeriod, START } from './run-ranges.ts';
import { A_PAGE, type Scan, type ScanStep, scanDecisions } from './scan-decisions.ts';

const position = z.tuple([z.int().min(0), z.int().min(0)]);

type Page = z.output<typeof orderPage>;

/**
 * Searches a ledger's orders by their latest decisions, newest or oldest first. An order ID is found by index. All other
 * searches go through the decisions for a limited time (see `searched_back_to`).
 * Throws AppError validation_failed for a bad cursor.
 */
export async function searchOrders(
  db: Database,
  ledgerId: number,
  { cursor, limit, ...query }: z.output<typeof ordersQuery>,
  effort = A_PAGE,
): Promise<Page> {
  const sought = await findOrders(db, ledgerId, query);
  if ('orders' in sought) return pageOf(sought.orders, null, null);
  return searchPage(db, sought, { cursor, limit, ...sought.period }, effort);
}

/** The orders of a query that are found by index, or else the scan that finds them. */
export async function findOrders(
  db: Database,
  ledgerId: number,
  { order_id, q, from, to, sort, ...filter }: Omit<z.output<typeof ordersQuery>, 'cursor' | 'limit'>,
): Promise<{ readonly orders: readonly OrderAt[] } | Scan> {
  const period = { from, to };
  for (const known of [order_id, q]) {
    if (known === undefined) continue;
    const latest = await latestOf(db, ledgerId, known, { ...filter, ...(known !== q && { q }) });
    if (latest === null && known === q) break;
    return { orders: await readFoundOrders(db, ledgerId, latest?.matches ? [latest.id] : [], period) };
  }
  return {
    ledger_id: ledgerId,
    direction: sort === 'created_at' ? 'request_order' : 'newest_first',
    bounds: await boundsOf(db.pool, ledgerId, period),
    period,
    filter: { ...filter, q, is_latest: true },
  };
}

/** Searches the decisions of a run, in request order. Throws AppError: not_found, validation_failed for a bad cursor. */
export async function listRunDecisions(
  db: Database,
  ledger_id: number,
  runId: number,
  { cursor, limit, ...filter }: z.output<typeof runDecisionsQuery>,
): Promise<Page> {
  const { id } = await findRun(db.pool, ledger_id, runId);
  const bounds = { first: id, last: id };
  return searchPage(db, { ledger_id, direction: 'request_order', bounds, filter }, { cursor, limit });
}

interface PageRequest extends RunPeriod {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Reads a page of what a scan finds. Throws AppError validation_failed for a bad cursor. */
export async function searchPage(
  db: Database,
  scan: Scan,
  { cursor, limit, ...period }: PageRequest,
  effort = A_PAGE,
): Promise<Page> {
  const [run_id, id] = cursor ? decodeCursor(position, cursor) : Object.values(START[scan.direction]);
  const found: OrderAt[] = [];
  let last: ScanStep | undefined;
  for await (const step of scanDecisions(db, scan, { run_id: run_id!, id: id! }, limit + 1, effort)) {
    const ids = step.found.map((position) => position.id);
    found.push(...(await readFoundOrders(db, scan.ledger_id, ids, period)));
    if (found.length > limit) {
      const page = found.slice(0, limit);
      return pageOf(page, page.at(-1)!.position, null);
    }
    last = step;
  }
  return last!.finished ? pageOf(found, null, null) : pageOf(found, last!.position, last!.began_at);
}

function pageOf(found: readonly OrderAt[], next: DecisionPosition | null, searchedBackTo: Date | null): Page {
  return {
    orders: found.map(({ shown }) => shown),
    next_cursor: next && encodeCursor([next.run_id, next.id]),
    searched_back_to: searchedBackTo?.toISOString() ?? null,
  };
}

/** The id of the latest decision on an order ID, by index, and whether it meets the filter. */
async function latestOf(
  { pool }: Database,
  ledgerId: number,
  orderId: string,
  filter: OrderFilter,
): Promise<{ readonly id: number; readonly matches: boolean } | null> {
  const { rows } = await pool.query<{ id: number; matches: boolean }>(
    unprepared(sql`
      SELECT d.id, (${conditionOf(ledgerId, filter)}) IS TRUE AS matches FROM orders o JOIN decisions d ON d.id = o.id
      WHERE o.ledger_id = ${ledgerId} AND o.order_id = ${orderId} AND d.state <> 'replaced'`),
  );
  return rows[0] ?? null;
}
