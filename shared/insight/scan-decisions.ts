import { loadConfiguration } from '../accounts/configurations.ts';
import type { Database } from '../db/database.ts';
import { sql, unprepared } from '../db/sql.ts';
import { conditionsOf, type OrderFilter } from './order-filter.ts';
import { type IdRange, joinStretches, type Place, type RunBounds, type RunStretch, readStretches } from './stretches.ts';

/** What is looked through, and for what. */
export interface Scan {
  readonly ledger_id: number;
  readonly bounds: RunBounds;
  readonly filter: OrderFilter;
}

/** Part of what a scan finds. */
export interface ScanStep {
  /** Decisions in their places' order. */
  readonly found: readonly Place[];
  /** How far it came. */
  readonly place: Place;
  /** When the run of that place began; null: nothing was left. */
  readonly began_at: Date | null;
  readonly finished: boolean;
}

/** Ids that are read at first, and at most, in one statement. */
const FIRST_IDS = 20_000;
const MOST_IDS = 200_000;
const FIRST_STRETCHES = 200;
const MOST_STRETCHES = 4000;

/** Of the time that is left, a statement is given this share. */
const SHARE = 0.6;

/**
 * Looks through a ledger's decisions from behind a place, newest run first, by ranges of the primary key: the tables
 * have no index that every order would pay for. Each step is one statement, as large as fits into the time that is left:
 * `timeLeft` says how many milliseconds. It reads no further than its caller takes it.
 */
export async function* scanDecisions(
  db: Database,
  scan: Scan,
  from: Place,
  { limit, timeLeft }: { readonly limit: number; readonly timeLeft: () => number },
): AsyncGenerator<ScanStep> {
  let place = from;
  let ids = FIRST_IDS;
  let most = FIRST_STRETCHES;
  for (;;) {
    const started = performance.now();
    const read = await readStretches(db.pool, scan.ledger_id, scan.bounds, place, most);
    const stretches = firstOf(read, ids);
    const last = stretches.at(-1);
    if (last === undefined) {
      yield { found: [], place, began_at: null, finished: true };
      return;
    }
    const ranges = joinStretches(stretches, await placesOf(db, stretches, scan.filter.warehouse_id));
    const found = await findIn(db, scan, ranges, stretches, limit);
    const isFull = found.length === limit;
    const end = { run_id: last.run_id, id: last.first_id };
    place = isFull ? found.at(-1)! : end;
    const finished = !isFull && stretches.length === read.length && read.length < most;
    yield { found, place, began_at: last.began_at, finished };
    if (finished) return;
    const looked = stretches.reduce((sum, { orders }) => sum + orders, 0);
    const idsPerMs = looked / (performance.now() - started);
    ids = Math.min(MOST_IDS, Math.max(FIRST_IDS / 10, Math.floor(SHARE * timeLeft() * idsPerMs)));
    most = Math.min(MOST_STRETCHES, most * 4);
  }
}

/** The first stretches that have so many ids together, or one more. */
function firstOf(stretches: readonly RunStretch[], ids: number): readonly RunStretch[] {
  let sum = 0;
  const end = stretches.findIndex(({ orders }) => {
    sum += orders;
    return sum >= ids;
  });
  return end < 0 ? stretches : stretches.slice(0, end + 1);
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
  { ledger_id, filter }: Scan,
  ranges: readonly IdRange[],
  stretches: readonly RunStretch[],
  limit: number,
): Promise<Place[]> {
  const wanted = filter.warehouse_id === undefined ? ranges : ranges.filter(({ place }) => place !== null);
  if (wanted.length === 0) return [];
  const conditions = conditionsOf(filter, sql`range.place`);
  const all = conditions.reduce((left, right) => sql`${left} AND ${right}`, sql`true`);
  const ofRange = (table: 'd' | 'o') =>
    table === 'd'
      ? sql`d.id >= range.first_id AND d.id <= range.last_id`
      : sql`o.id >= range.first_id AND o.id <= range.last_id`;
  // Nothing of an order is read if only its decision is asked about.
  const { q, zip, sku } = filter;
  const orders =
    q === undefined && zip === undefined && sku === undefined
      ? sql``
      : sql`JOIN orders o ON o.id = d.id AND ${ofRange('o')}`;
  const { rows } = await pool.query<Place>(
    unprepared(sql`
      SELECT d.run_id, d.id
      FROM unnest(${wanted.map(({ first_id }) => first_id)}::bigint[], ${wanted.map(({ last_id }) => last_id)}::bigint[],
                  ${wanted.map(({ place }) => place)}::int[]) AS range (first_id, last_id, place)
      JOIN decisions d ON ${ofRange('d')}
      ${orders}
      WHERE d.ledger_id = ${ledger_id}
        AND d.run_id >= ${stretches.at(-1)!.run_id} AND d.run_id <= ${stretches[0]!.run_id} AND ${all}
      ORDER BY d.run_id DESC, d.id DESC LIMIT ${limit}`),
  );
  return rows;
}
