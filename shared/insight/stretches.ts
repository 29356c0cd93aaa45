import type { Queryable } from '../db/database.ts';
import { sql, unprepared } from '../db/sql.ts';

/** A place among a ledger's decisions: newest run first, within a run the last order first. */
export interface Place {
  readonly run_id: number;
  readonly id: number;
}

/** Before all others. */
export const NEWEST: Place = { run_id: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Consecutive ids of a run's orders. */
export interface RunStretch {
  readonly run_id: number;
  readonly first_id: number;
  readonly orders: number;
  readonly began_at: Date;
  readonly configuration_id: number;
}

/** Which of a ledger's runs are looked through: from the first id to the last. */
export interface RunBounds {
  readonly first: number;
  readonly last: number;
}

/** Reads up to `limit` of a ledger's next stretches behind a place; one that has the place itself is cut there. */
export async function readStretches(
  db: Queryable,
  ledgerId: number,
  { first, last }: RunBounds,
  { run_id, id }: Place,
  limit: number,
): Promise<RunStretch[]> {
  const { rows } = await db.query<RunStretch>(
    unprepared(sql`
      SELECT c.run_id, c.first_id, c.orders, r.created_at AS began_at, r.configuration_id
      FROM runs r JOIN run_chunks c ON c.run_id = r.id
      WHERE r.ledger_id = ${ledgerId} AND r.id >= ${first} AND r.id <= ${Math.min(last, run_id)}
        AND (r.id < ${run_id} OR c.first_id < ${id})
      ORDER BY r.id DESC, c.chunk DESC LIMIT ${limit}`),
  );
  return rows.map((row) =>
    row.run_id === run_id ? { ...row, orders: Math.min(row.orders, id - row.first_id) } : row,
  );
}

/** Ids from `first_id` to `last_id`, where the looked-for warehouse has this place in the configuration. */
export interface IdRange {
  readonly first_id: number;
  readonly last_id: number;
  readonly place: number | null;
}

/** So many ids of others between two stretches cost less to pass over than a range of its own. */
const MOST_BETWEEN = 200;

/** Joins stretches that are next to each other, so that few ranges are read. `placeOf` says each stretch's place. */
export function joinStretches(
  stretches: readonly RunStretch[],
  placeOf: (stretch: RunStretch) => number | null,
): IdRange[] {
  const ranges: { first_id: number; last_id: number; place: number | null }[] = [];
  for (const stretch of [...stretches].sort((left, right) => left.first_id - right.first_id)) {
    const { first_id, orders } = stretch;
    const last_id = first_id + orders - 1;
    const place = placeOf(stretch);
    const before = ranges.at(-1);
    if (before && before.place === place && first_id - before.last_id <= MOST_BETWEEN) before.last_id = last_id;
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
  return {
    first: from ? await lastRunBefore(db, ledgerId, from.getTime() - OUT_OF_ORDER_MS) : 0,
    last: to
      ? await lastRunBefore(db, ledgerId, to.getTime() + OUT_OF_ORDER_MS)
      : Number.MAX_SAFE_INTEGER,
  };
}

/** The id of the last run that began before a moment; 0 if there is none. */
async function lastRunBefore(db: Queryable, ledgerId: number, moment: number): Promise<number> {
  let low = 0; // began before, or is none
  let high = await runAt(db, ledgerId, Number.MAX_SAFE_INTEGER).then((run) => (run?.id ?? 0) + 1);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const run = await runAt(db, ledgerId, middle);
    if (run === null || run.id <= low) low = middle;
    else if (run.created_at.getTime() < moment) low = middle;
    else high = run.id;
  }
  return low;
}

/** The ledger's run of this id, or else the one before. */
async function runAt(db: Queryable, ledgerId: number, id: number): Promise<{ id: number; created_at: Date } | null> {
  const { rows } = await db.query<{ id: number; created_at: Date }>({
    name: 'run-at',
    text: 'SELECT id, created_at FROM runs WHERE ledger_id = $1 AND id <= $2 ORDER BY id DESC LIMIT 1',
    values: [ledgerId, id],
  });
  return rows[0] ?? null;
}
