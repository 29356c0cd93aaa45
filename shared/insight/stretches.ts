import type { Queryable } from '../db/database.ts';
import { sql, unprepared } from '../db/sql.ts';
import { INDEXED_INCOMPLETE } from './order-filter.ts';

/** A place among a ledger's decisions, by run and then by id. */
export interface Place {
  readonly run_id: number;
  readonly id: number;
}

/** Newest run first, within a run the last order first; or the other way round. */
export type Direction = 'newest_first' | 'request_order';

/** Before all others. */
export const START: Readonly<Record<Direction, Place>> = {
  newest_first: { run_id: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER },
  request_order: { run_id: 0, id: 0 },
};

/** Consecutive ids of a run's orders. */
export interface RunStretch {
  readonly run_id: number;
  readonly first_id: number;
  readonly orders: number;
  /** Milliseconds since 1970. */
  readonly began_at: number;
  readonly configuration_id: number;
}

/** Which of a ledger's runs are looked through: from the first id to the last. */
export interface RunBounds {
  readonly first: number;
  readonly last: number;
}

/** Reads up to `limit` of a ledger's next stretches behind a place. */
type ReadStretches = (
  db: Queryable,
  ledgerId: number,
  direction: Direction,
  bounds: RunBounds,
  place: Place,
  limit: number,
) => Promise<RunStretch[]>;

/** All stretches; one that has the place itself is cut there. */
export const readStretches: ReadStretches = async (db, ledgerId, direction, bounds, place, limit) => {
  const { first, last } = bounds;
  const { run_id, id } = place;
  const backwards = direction === 'newest_first';
  const behind = backwards
    ? sql`(r.id < ${run_id} OR c.first_id < ${id})`
    : sql`(r.id > ${run_id} OR c.first_id + c.orders - 1 > ${id})`;
  const from = backwards ? first : Math.max(first, run_id);
  const to = backwards ? Math.min(last, run_id) : last;
  // The bounds stand on both tables, as the planner does not carry them over.
  const { rows } = await db.query<Row>({
    ...unprepared(sql`
      SELECT c.run_id, c.first_id, c.orders, extract(epoch FROM r.created_at)::float, r.configuration_id
      FROM runs r JOIN run_chunks c ON c.run_id = r.id
      WHERE r.ledger_id = ${ledgerId} AND r.id >= ${from} AND r.id <= ${to}
        AND c.run_id >= ${from} AND c.run_id <= ${to} AND ${behind}
      ORDER BY ${backwards ? sql`r.id DESC, c.chunk DESC` : sql`r.id, c.chunk`} LIMIT ${limit}`),
    rowMode: 'array',
  });
  return rows
    .map(stretchOf)
    .map((stretch) => (stretch.run_id === run_id ? cut(stretch, id, backwards) : stretch));
};

/** Decisions whose search ended before its proof, by their index: each is a stretch. */
export const readIncomplete: ReadStretches = async (db, ledgerId, direction, bounds, place, limit) => {
  const { first, last } = bounds;
  const { run_id, id } = place;
  const backwards = direction === 'newest_first';
  const [behind, order] = backwards
    ? [sql`(d.run_id, d.id) < (${run_id}, ${id})`, sql`ORDER BY run_id DESC, id DESC`]
    : [sql`(d.run_id, d.id) > (${run_id}, ${id})`, sql`ORDER BY run_id, id`];
  const { rows } = await db.query<Row>({
    ...unprepared(sql`
      SELECT found.run_id, found.id, 1, extract(epoch FROM r.created_at)::float, r.configuration_id
      FROM (
        SELECT d.run_id, d.id FROM decisions d
        WHERE d.ledger_id = ${ledgerId} AND ${INDEXED_INCOMPLETE} AND d.run_id >= ${first} AND d.run_id <= ${last}
          AND ${behind}
        ${order} LIMIT ${limit}
      ) AS found JOIN runs r ON r.id = found.run_id
      ${order}`),
    rowMode: 'array',
  });
  return rows.map(stretchOf);
};

type Row = [run_id: number, first_id: number, orders: number, seconds: number, configuration_id: number];

function stretchOf([run_id, first_id, orders, seconds, configuration_id]: Row): RunStretch {
  return { run_id, first_id, orders, began_at: seconds * 1000, configuration_id };
}

function cut(stretch: RunStretch, id: number, backwards: boolean): RunStretch {
  const { first_id, orders } = stretch;
  if (backwards) return { ...stretch, orders: Math.min(orders, id - first_id) };
  const begin = Math.max(first_id, id + 1);
  return { ...stretch, first_id: begin, orders: first_id + orders - begin };
}

/** The first of some stretches that have so many ids together, and those of one more at most. */
export function firstStretches(stretches: readonly RunStretch[], ids: number): readonly RunStretch[] {
  let sum = 0;
  const end = stretches.findIndex(({ orders }) => {
    sum += orders;
    return sum >= ids;
  });
  return end < 0 ? stretches : stretches.slice(0, end + 1);
}

/** Ids from `first_id` to `last_id`, where the looked-for warehouse has this place in the configuration. */
export interface IdRange {
  readonly first_id: number;
  readonly last_id: number;
  readonly place: number | null;
}

/** So many ids of others between two stretches cost less to pass over than a range of its own. */
export const MOST_BETWEEN = 200;

/**
 * Joins stretches with `mostBetween` ids between them at most, so that few ranges are read. `placeOf` says each
 * stretch's place.
 */
export function joinStretches(
  stretches: readonly RunStretch[],
  placeOf: (stretch: RunStretch) => number | null,
  mostBetween = MOST_BETWEEN,
): IdRange[] {
  const ranges: { first_id: number; last_id: number; place: number | null }[] = [];
  for (const stretch of [...stretches].sort((left, right) => left.first_id - right.first_id)) {
    const { first_id, orders } = stretch;
    const last_id = first_id + orders - 1;
    const place = placeOf(stretch);
    const before = ranges.at(-1);
    if (before && before.place === place && first_id - before.last_id <= mostBetween)
      before.last_id = last_id;
    else ranges.push({ first_id, last_id, place });
  }
  return ranges;
}

/** Runs begin in the order of their ids, but for the length of the transactions that make them. */
const OUT_OF_ORDER_MS = 600_000;

/**
 * The bounds of a ledger's runs that began in a period, found by halving: there is no index by time, which each request
 * would pay for. A few runs beyond the period are within them.
 */
export async function boundsOf(
  db: Queryable,
  ledgerId: number,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<RunBounds> {
  const [first, last] = await Promise.all([
    from ? lastRunBefore(db, ledgerId, from.getTime() - OUT_OF_ORDER_MS) : 0,
    to ? lastRunBefore(db, ledgerId, to.getTime() + OUT_OF_ORDER_MS) : Number.MAX_SAFE_INTEGER,
  ]);
  return { first, last };
}

/** The id of the last run that began before a moment, or one between it and the next; 0 if there is none. */
async function lastRunBefore(db: Queryable, ledgerId: number, moment: number): Promise<number> {
  const { rows } = await db.query<{ low: number }>({
    name: 'last-run-before',
    text: `WITH RECURSIVE halving (low, high) AS (
             SELECT 0::bigint, coalesce((SELECT max(id) FROM runs WHERE ledger_id = $1), 0) + 1
             UNION ALL
             SELECT CASE WHEN is_later THEN low ELSE middle END, CASE WHEN is_later THEN id ELSE high END
             FROM (
               SELECT low, high, middle, id, id > low AND created_at >= to_timestamp($2 / 1000.0) IS TRUE AS is_later
               FROM halving
               CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) AS m
               LEFT JOIN LATERAL (
                 SELECT id, created_at FROM runs WHERE ledger_id = $1 AND id <= middle ORDER BY id DESC LIMIT 1
               ) AS r ON true
               WHERE high - low > 1
             ) AS step
           )
           SELECT max(low) AS low FROM halving`,
    values: [ledgerId, moment],
  });
  return rows[0]!.low;
}
