import { loadConfiguration } from '../accounts/configurations.ts';
import type { Database } from '../db/database.ts';
import { type Sql, sql, unprepared } from '../db/sql.ts';
import { conditionsOf, type OrderFilter } from './order-filter.ts';
import {
  type Direction,
  firstStretches,
  type IdRange,
  joinStretches,
  MOST_BETWEEN,
  type Place,
  type RunBounds,
  type RunStretch,
  readIncomplete,
  readStretches,
} from './stretches.ts';

/** What is looked through, and for what. */
export interface Scan {
  readonly ledger_id: number;
  readonly direction: Direction;
  readonly bounds: RunBounds;
  /** When their runs began; left out: at any time. */
  readonly period?: Period;
  readonly filter: OrderFilter;
}

/** A stretch of time, `from` included. */
export interface Period {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Part of what a scan finds. */
export interface ScanStep {
  /** Decisions in their places' order. */
  readonly found: readonly Place[];
  /** How far it came. */
  readonly place: Place;
  /** When the run of that place began; null if there was none. */
  readonly began_at: Date | null;
  readonly finished: boolean;
}

/** Ids that are read in one statement: at first, at least and at most. */
const FIRST_IDS = 10_000;
const LEAST_IDS = 1000;
const MOST_IDS = 100_000;

/** Stretches of them that are read at most. A synchronous run has one. */
const MOST_STRETCHES = 10_000;

/** What a scan may cost. */
export interface Effort {
  /** Milliseconds after which its caller ends it. */
  readonly ms: number;
  /** Stretches that are read at first. */
  readonly stretches: number;
}

/** A page is answered well within 300 ms. */
export const A_PAGE: Effort = { ms: 120, stretches: 2000 };

/** Of the time that is left, a step is given this share: on a busy machine it may take twice as long as the one before. */
const SHARE = 0.4;

/** How far its caller wants a scan to go, asked before each step. */
interface Pace {
  /** Decisions that a step finds at most. */
  readonly limit: () => number;
  /** Milliseconds. */
  readonly timeLeft: () => number;
  /** Stretches that are read at first. */
  readonly stretches: number;
}

/**
 * Looks through a ledger's decisions from behind a place, by ranges of the primary key: an index would cost every order
 * something. Only the few whose search ended before its proof have one. A step is one statement, as large as the time
 * that is left allows.
 */
export async function* scanDecisions(
  db: Database,
  scan: Scan,
  from: Place,
  pace: Pace,
): AsyncGenerator<ScanStep> {
  const isIndexed = isByIndex(scan.filter);
  const readNext = isIndexed ? readIncomplete : readStretches;
  const mostBetween = isIndexed ? 0 : MOST_BETWEEN;
  let place = from;
  let ids = FIRST_IDS;
  let most = pace.stretches;
  for (;;) {
    const started = performance.now();
    const read = await readNext(db.pool, scan.ledger_id, scan.direction, scan.bounds, place, most);
    const stretches = firstStretches(read, ids);
    const last = stretches.at(-1);
    if (last === undefined) {
      yield { found: [], place, began_at: null, finished: true };
      return;
    }
    const limit = pace.limit();
    const placeOf = await placesOf(db, stretches, scan.filter.warehouse_id);
    const ranges = joinStretches(stretches.filter(isWithin(scan.period)), placeOf, mostBetween);
    const found = await findIn(db, scan, ranges, stretches, limit);
    const isFull = found.length === limit;
    place = isFull ? found.at(-1)! : endOf(last, scan.direction);
    const { began_at } = isFull ? stretches.find(({ run_id }) => run_id === place.run_id)! : last;
    const finished = !isFull && stretches.length === read.length && read.length < most;
    yield { found, place, began_at: new Date(began_at), finished };
    if (finished) return;
    const looked = stretches.reduce((sum, { orders }) => sum + orders, 0);
    const growth = (SHARE * pace.timeLeft()) / (performance.now() - started);
    ids = Math.max(LEAST_IDS, Math.min(MOST_IDS, Math.floor(growth * looked)));
    most = Math.max(
      Math.min(LEAST_IDS, pace.stretches),
      Math.min(MOST_STRETCHES, Math.floor(growth * stretches.length)),
    );
  }
}

/** Whether an index finds the decisions: then each of them is a stretch, and what lies between is not read. */
function isByIndex({ search }: OrderFilter): boolean {
  return search === 'incomplete';
}

/** The bounds of the runs are wider than the period. */
function isWithin({ from, to }: Period = {}): (stretch: RunStretch) => boolean {
  const first = from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const end = to?.getTime() ?? Number.POSITIVE_INFINITY;
  return ({ began_at }) => Math.round(began_at) >= first && Math.round(began_at) < end;
}

function endOf({ run_id, first_id, orders }: RunStretch, direction: Direction): Place {
  return { run_id, id: direction === 'newest_first' ? first_id : first_id + orders - 1 };
}

/** Where the warehouse stands in the configuration of each stretch; null: it does not. */
async function placesOf(
  db: Database,
  stretches: readonly RunStretch[],
  warehouseId: string | undefined,
): Promise<(stretch: RunStretch) => number | null> {
  if (warehouseId === undefined) return () => null;
  const places = new Map<number, number | null>();
  for (const id of new Set(stretches.map(({ configuration_id }) => configuration_id))) {
    const { configuration } = await loadConfiguration(db, id);
    const place = configuration.warehouses.findIndex(({ warehouse_id }) => warehouse_id === warehouseId);
    places.set(id, place < 0 ? null : place);
  }
  return ({ configuration_id }) => places.get(configuration_id)!;
}

async function findIn(
  { pool }: Database,
  { ledger_id, direction, filter }: Scan,
  ranges: readonly IdRange[],
  stretches: readonly RunStretch[],
  limit: number,
): Promise<Place[]> {
  const wanted = filter.warehouse_id === undefined ? ranges : ranges.filter(({ place }) => place !== null);
  if (wanted.length === 0) return [];
  const conditions = conditionsOf(filter, sql`range.place`);
  const all = conditions.reduce((left, right) => sql`${left} AND ${right}`, sql`true`);
  // Nothing of an order is read if only its decision is asked about.
  const { q, zip, sku } = filter;
  const needsOrders = q !== undefined || zip !== undefined || sku !== undefined;
  const idIn = isByIndex(filter)
    ? (id: Sql) => sql`${id} = range.first_id`
    : (id: Sql) => sql`${id} >= range.first_id AND ${id} <= range.last_id`;
  const orders = needsOrders ? sql`JOIN orders o ON o.id = d.id AND ${idIn(sql`o.id`)}` : sql``;
  const ends = [stretches[0]!.run_id, stretches.at(-1)!.run_id];
  const { rows } = await pool.query<Place>(
    unprepared(sql`
      SELECT d.run_id, d.id
      FROM unnest(${wanted.map(({ first_id }) => first_id)}::bigint[], ${wanted.map(({ last_id }) => last_id)}::bigint[],
                  ${wanted.map(({ place }) => place)}::int[]) AS range (first_id, last_id, place)
      JOIN decisions d ON ${idIn(sql`d.id`)}
      ${orders}
      WHERE d.ledger_id = ${ledger_id}
        AND d.run_id >= ${Math.min(...ends)} AND d.run_id <= ${Math.max(...ends)} AND ${all}
      ORDER BY ${direction === 'newest_first' ? sql`d.run_id DESC, d.id DESC` : sql`d.run_id, d.id`} LIMIT ${limit}`),
  );
  return rows;
}
