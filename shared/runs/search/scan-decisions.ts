import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import type { OrderStatus } from '../../engine/types.ts';
import type { ReasonCode } from '../../ledger/status-counts.ts';
import { asksForOrders, conditionOf, type OrderFilter } from './order-filter.ts';
import {
  type DecisionPosition,
  type Direction,
  endOf,
  firstRunRanges,
  isInPeriod,
  joinRunRanges,
  MAX_BETWEEN,
  type RunBounds,
  type RunPeriod,
  type RunRange,
  readIncomplete,
  readRunRanges,
  type ScannedRange,
} from './run-ranges.ts';

/** Which decisions are searched, and for what. */
export interface Scan {
  readonly ledger_id: number;
  readonly direction: Direction;
  readonly bounds: RunBounds;
  /** When their runs began; left out: at any time. */
  readonly period?: RunPeriod;
  readonly filter: OrderFilter;
}

/** A decision that a scan finds: its position, and what is counted of it. */
export interface ScannedDecision extends DecisionPosition {
  readonly status: OrderStatus;
  readonly late: boolean;
  readonly warned: boolean;
  /** Why not all of it ships, each reason once. */
  readonly reasons: readonly ReasonCode[];
}

/** The result of one step of a scan. */
export interface ScanStep {
  /** In the order of their positions. */
  readonly found: readonly ScannedDecision[];
  /** The last position that was searched. */
  readonly position: DecisionPosition;
  /** When the run of that position began; null if there was none. */
  readonly began_at: Date | null;
  readonly finished: boolean;
}

/** What a scan may cost. */
interface Effort {
  /** Milliseconds after which it ends. It takes one step at least. */
  readonly ms: number;
  /** The most run ranges of a step. A synchronous run has one. */
  readonly runRanges: number;
  /** The ids that a step searches, in whole run ranges. By default as many as take some ten milliseconds. */
  readonly ids?: number;
}

/** A page is answered well within 300 ms. */
export const A_PAGE: Effort = { ms: 120, runRanges: 2000 };

/** All is searched, and a step finds nearly all that it reads. */
export const TO_THE_END = { ms: Number.POSITIVE_INFINITY, runRanges: 2000, ids: 2000 };

/**
 * Searches a ledger's decisions after a position, by ranges of the primary key: every order would have to write an index.
 * Only decisions whose search ended before its proof have one, because they are few. A step is one statement and
 * returns up to `limit` decisions.
 */
export async function* scanDecisions(
  db: Database,
  scan: Scan,
  from: DecisionPosition,
  limit: number,
  effort = A_PAGE,
): AsyncGenerator<ScanStep> {
  const { ledger_id, direction, bounds, filter } = scan;
  const isIndexed = isByIndex(filter);
  const readNext = isIndexed ? readIncomplete : readRunRanges;
  const maxBetween = isIndexed ? 0 : MAX_BETWEEN;
  const end = performance.now() + effort.ms;
  let position = from;
  for (;;) {
    const read = await readNext(db.pool, ledger_id, direction, bounds, position, effort.runRanges);
    const runRanges = firstRunRanges(read, effort.ids ?? 20_000);
    const last = runRanges.at(-1);
    if (last === undefined) {
      yield { found: [], position, began_at: null, finished: true };
      return;
    }
    const wanted = runRanges.filter(isInPeriod(scan.period));
    const ranges = joinRunRanges(wanted, maxBetween);
    const found = await findIn(db, scan, ranges, runRanges, limit);
    const isFull = found.length === limit;
    position = isFull ? found.at(-1)! : endOf(last, direction);
    const { began_at } = isFull ? runRanges.find(({ run_id }) => run_id === position.run_id)! : last;
    const finished = !isFull && runRanges.length === read.length && read.length < effort.runRanges;
    // Joined ranges have ids between them, which may be of runs outside of the period.
    const runs = new Set(wanted.map(({ run_id }) => run_id));
    const inPeriod = found.filter(({ run_id }) => runs.has(run_id));
    yield { found: inPeriod, position, began_at: new Date(began_at), finished };
    if (finished || performance.now() >= end) return;
  }
}

/** Whether an index finds the decisions. Then each decision is a run range, and ids between them are not read. */
function isByIndex({ search }: OrderFilter): boolean {
  return search === 'incomplete';
}

async function findIn(
  { pool }: Database,
  { ledger_id, direction, filter }: Scan,
  ranges: readonly ScannedRange[],
  runRanges: readonly RunRange[],
  limit: number,
): Promise<ScannedDecision[]> {
  if (ranges.length === 0) return [];
  // Orders are read only if a filter needs them.
  const idIn = isByIndex(filter)
    ? (id: Sql) => sql`${id} = range.first_id`
    : (id: Sql) => sql`${id} >= range.first_id AND ${id} <= range.last_id`;
  const orders = asksForOrders(filter) ? sql`JOIN orders o ON o.id = d.id AND ${idIn(sql`o.id`)}` : sql``;
  const ends = [runRanges[0]!.run_id, runRanges.at(-1)!.run_id];
  const { rows } = await pool.query<ScannedDecision>(
    unprepared(sql`
      SELECT d.run_id, d.id, d.status, d.late, d.warned,
        CASE WHEN d.status = 'NONE' THEN array_remove(ARRAY[d.unroutable], NULL) ELSE coalesce(d.unfulfilled, '{}') END AS reasons
      FROM unnest(${ranges.map(({ first_id }) => first_id)}::bigint[], ${ranges.map(({ last_id }) => last_id)}::bigint[])
        AS range (first_id, last_id)
      JOIN decisions d ON ${idIn(sql`d.id`)}
      ${orders}
      WHERE d.ledger_id = ${ledger_id}
        AND d.run_id >= ${Math.min(...ends)} AND d.run_id <= ${Math.max(...ends)} AND ${conditionOf(ledger_id, filter)}
      ORDER BY ${direction === 'newest_first' ? sql`d.run_id DESC, d.id DESC` : sql`d.run_id, d.id`} LIMIT ${limit}`),
  );
  return rows;
}
