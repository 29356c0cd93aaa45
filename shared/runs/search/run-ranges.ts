import sql from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import type { IdRange } from '../../ledger/run-row.ts';

/** A position among a ledger's decisions, by run and then by id. */
export interface DecisionPosition {
  readonly run_id: number;
  readonly id: number;
}

/** Newest run first and the last order of a run first, or the opposite. */
export type Direction = 'newest_first' | 'request_order';

/** The position before all others. */
export const START: Readonly<Record<Direction, DecisionPosition>> = {
  newest_first: { run_id: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER },
  request_order: { run_id: 0, id: 0 },
};

/** Consecutive ids of a run's orders. */
export interface RunRange extends IdRange {
  readonly run_id: number;
  /** Milliseconds since 1970, rounded down. */
  readonly began_at: number;
}

/** The runs of a ledger that are searched: from the first id to the last. */
export interface RunBounds {
  readonly first: number;
  readonly last: number;
}

/** Reads up to `limit` of a ledger's next run ranges after a position. */
type ReadRunRanges = (
  db: Queryable,
  ledgerId: number,
  direction: Direction,
  bounds: RunBounds,
  position: DecisionPosition,
  limit: number,
) => Promise<RunRange[]>;

/** Reads all run ranges. A range that contains the position is cut there. */
export const readRunRanges: ReadRunRanges = async (db, ledgerId, direction, bounds, position, limit) => {
  const { first, last } = bounds;
  const { run_id, id } = position;
  const backwards = direction === 'newest_first';
  const behind = backwards
    ? sql`(r.id < ${run_id} OR c.first_id < ${id})`
    : sql`(r.id > ${run_id} OR c.first_id + c.orders - 1 > ${id})`;
  const from = backwards ? first : Math.max(first, run_id);
  const to = backwards ? Math.min(last, run_id) : last;
  // Both tables have the bounds, because the planner does not derive them.
  const { rows } = await db.query<RunRange>(
    unprepared(sql`
      SELECT c.run_id, c.first_id, c.orders, ${BEGAN_AT}
      FROM runs r JOIN run_chunks c ON c.run_id = r.id
      WHERE r.ledger_id = ${ledgerId} AND r.id >= ${from} AND r.id <= ${to}
        AND c.run_id >= ${from} AND c.run_id <= ${to} AND ${behind}
      ORDER BY ${backwards ? sql`r.id DESC, c.chunk DESC` : sql`r.id, c.chunk`} LIMIT ${limit}`),
  );
  return rows.map((runRange) => (runRange.run_id === run_id ? cut(runRange, id, backwards) : runRange));
};

const BEGAN_AT = sql`floor(extract(epoch FROM r.created_at) * 1000)::bigint AS began_at`;

/** Reads decisions whose search ended before its proof, by their index. Each decision is a run range. */
export const readIncomplete: ReadRunRanges = async (db, ledgerId, direction, bounds, position, limit) => {
  const { first, last } = bounds;
  const { run_id, id } = position;
  const backwards = direction === 'newest_first';
  const [behind, order] = backwards
    ? [sql`(d.run_id, d.id) < (${run_id}, ${id})`, sql`ORDER BY run_id DESC, first_id DESC`]
    : [sql`(d.run_id, d.id) > (${run_id}, ${id})`, sql`ORDER BY run_id, first_id`];
  const { rows } = await db.query<RunRange>(
    unprepared(sql`
      SELECT found.run_id, found.first_id, 1 AS orders, ${BEGAN_AT}
      FROM (
        SELECT d.run_id, d.id AS first_id FROM decisions d
        WHERE d.ledger_id = ${ledgerId} AND d.incomplete AND d.run_id >= ${first} AND d.run_id <= ${last}
          AND ${behind}
        ${order} LIMIT ${limit}
      ) AS found JOIN runs r ON r.id = found.run_id
      ${order}`),
  );
  return rows;
};

function cut(runRange: RunRange, id: number, backwards: boolean): RunRange {
  const { first_id, orders } = runRange;
  if (backwards) return { ...runRange, orders: Math.min(orders, id - first_id) };
  const begin = Math.max(first_id, id + 1);
  return { ...runRange, first_id: begin, orders: first_id + orders - begin };
}

/** A period of time, `from` included. */
export interface RunPeriod {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Whether a run began in a period. Needed because `boundsOf` is wider. */
export function isInPeriod({ from, to }: RunPeriod = {}): (runRange: RunRange) => boolean {
  const first = from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const end = to?.getTime() ?? Number.POSITIVE_INFINITY;
  return ({ began_at }) => began_at >= first && began_at < end;
}

/** The last position of a run range. */
export function endOf({ run_id, first_id, orders }: RunRange, direction: Direction): DecisionPosition {
  return { run_id, id: direction === 'newest_first' ? first_id : first_id + orders - 1 };
}

/** The first run ranges that together have at least so many ids, or all of them. */
export function firstRunRanges(runRanges: readonly RunRange[], ids: number): readonly RunRange[] {
  let sum = 0;
  const end = runRanges.findIndex(({ orders }) => {
    sum += orders;
    return sum >= ids;
  });
  return end < 0 ? runRanges : runRanges.slice(0, end + 1);
}

/** Ids from `first_id` to `last_id`. */
export interface ScannedRange {
  readonly first_id: number;
  readonly last_id: number;
}

/** Reading up to so many other ids between two run ranges costs less than a separate range. */
export const MAX_BETWEEN = 200;

/** Joins run ranges that have at most `maxBetween` ids between them, so that few ranges are read. */
export function joinRunRanges(runRanges: readonly RunRange[], maxBetween: number): ScannedRange[] {
  const ranges: { first_id: number; last_id: number }[] = [];
  for (const runRange of [...runRanges].sort((left, right) => left.first_id - right.first_id)) {
    const { first_id, orders } = runRange;
    const last_id = first_id + orders - 1;
    const before = ranges.at(-1);
    if (before && first_id - before.last_id <= maxBetween) before.last_id = last_id;
    else ranges.push({ first_id, last_id });
  }
  return ranges;
}

/** Runs begin in the order of their ids, apart from the length of the transactions that make them. */
const OUT_OF_ORDER_MS = 600_000;

/**
 * The bounds of a ledger's runs that began in a period, by binary search. There is no index by time, because each
 * request would have to write it. The bounds may include a few runs outside of the period.
 */
export async function boundsOf(db: Queryable, ledgerId: number, { from, to }: RunPeriod): Promise<RunBounds> {
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
