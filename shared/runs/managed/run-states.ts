import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';
import { insertEvents } from '../../ledger/events.ts';
import type { RunRow } from '../../ledger/run-row.ts';

// What a managed run may be, and what it may do next. Only this file changes the phase and status of a run.

/** Phase and status of a run's row. */
type RunState = `${RunRow['phase']} ${RunRow['status']}`;

/** Each state of a managed run: what may happen to the run, and the state that it is in then. */
export const RUN_STATES = {
  // Its orders come in. Its client sees it, and no worker does.
  'receiving queued': { accept: 'scoring queued', cancel: 'receiving cancelling', abandon: 'done failed' },
  // Its receiver ends it, or another process that finds the receiver gone.
  'receiving cancelling': { abandon: 'done cancelled' },
  // All its orders are stored, or it has still to choose stored orders (`isChoosing`). No chunk of it was scored.
  'scoring queued': {
    start: 'scoring running',
    complete: 'done completed',
    fail: 'scoring failed',
    cancel: 'done cancelled',
  },
  // Its chunks are scored, in any order. If its orders do not see each other, that decides them.
  'scoring running': {
    plan: 'allocating running',
    complete: 'done completed',
    fail: 'scoring failed',
    cancel: 'done cancelled',
  },
  // Its orders are allocated, batch by batch, while it is the first of its ledger's run queue.
  'allocating running': { complete: 'done completed', fail: 'allocating failed', cancel: 'done cancelled' },
  // A job of it failed for the last time. It is in no queue until a person retries it.
  'scoring failed': {
    requeue: 'scoring queued',
    retry: 'scoring running',
    cancel: 'done cancelled',
    expire: 'done failed',
  },
  'allocating failed': { retry: 'allocating running', cancel: 'done cancelled', expire: 'done failed' },
  // Nothing more happens to it.
  'done completed': {},
  'done cancelled': {},
  'done failed': {},
} as const satisfies { readonly [From in RunState]?: Readonly<Record<string, RunState>> };

type Moves<From> = From extends unknown ? keyof From : never;

/** What happens to a run. */
export type RunMove = Moves<(typeof RUN_STATES)[keyof typeof RUN_STATES]>;

/** In SQL: the time since the run's last progress, added to `idle_ms`. */
const IDLE_UNTIL_NOW = sql`idle_ms = idle_ms + floor(extract(epoch FROM clock_timestamp() - updated_at) * 1000)`;

/** What else changes with a move, beside what its caller says. */
const WITH_MOVE: { readonly [Move in RunMove]?: Sql } = {
  accept: sql`accepted_at = clock_timestamp(), request_number = nextval('runs_id_seq')`,
  start: sql`started_at = coalesce(started_at, clock_timestamp()), idle_ms = 0`,
  fail: sql`retry_at = NULL, ${IDLE_UNTIL_NOW}`,
  retry: sql`failure = NULL, scoring_round = NULL, ${IDLE_UNTIL_NOW}`,
  requeue: sql`failure = NULL, scoring_round = NULL, ${IDLE_UNTIL_NOW}`,
};

/**
 * Moves the managed runs for which `which` holds, in the caller's transaction, and writes the events of those that end or
 * fail. Runs to which this may not happen in their state stay as they are. Returns the runs that it moved.
 */
export async function moveRuns(
  db: Queryable,
  which: Sql,
  move: RunMove,
  also: Sql = empty,
): Promise<Pick<RunRow, 'id' | 'ledger_id'>[]> {
  const moves = Object.entries<{ readonly [Move in RunMove]?: RunState }>(RUN_STATES).flatMap(([from, to]) =>
    to[move] === undefined ? [] : [[from, ...to[move].split(' ')] as const],
  );
  // CASE, and no join: PostgreSQL reads it again if another transaction has changed the run meanwhile.
  const next = (part: 1 | 2) =>
    raw(
      `CASE phase || ' ' || status ${moves.map((each) => `WHEN '${each[0]}' THEN '${each[part]}'`).join(' ')} END`,
    );
  // A run that expires has failed long before.
  const isNews = move !== 'expire';
  const changes = [
    sql`phase = (${next(1)})::run_phase, status = (${next(2)})::run_status, updated_at = clock_timestamp()`,
    sql`finished_at = CASE WHEN ${raw(String(isNews))} AND ${next(1)} = 'done' THEN clock_timestamp() END`,
    ...[WITH_MOVE[move] ?? empty, also].filter((each) => each !== empty),
  ];
  const { rows } = await db.query<Pick<RunRow, 'id' | 'ledger_id'>>(
    prepared(sql`
      WITH moved AS (
        UPDATE runs SET ${join(changes)}
        WHERE ${which} AND phase || ' ' || status IN (${raw(moves.map(([from]) => `'${from}'`).join(', '))})
        RETURNING id, client_id, ledger_id, status, failure, none_count
      ), events AS (${insertEvents(sql`${EVENTS} AND ${raw(String(isNews))}`)})
      SELECT id, ledger_id FROM moved`),
  );
  return rows;
}

/** The events of runs in `moved`. A run that failed may be retried before the event is sent, so its failure is kept there. */
const EVENTS = sql`
  SELECT client_id, ledger_id, type, id AS subject_id,
         CASE status WHEN 'failed' THEN json_build_object('status', 'failed', 'failure', failure) END AS data,
         NULL::text AS order_id
  FROM moved CROSS JOIN LATERAL (VALUES ('run.' || status), ('order.unroutable')) AS t (type)
  WHERE status IN ('completed', 'cancelled', 'failed')
    AND (type <> 'order.unroutable' OR (none_count > 0 AND status <> 'failed'))`;

/** The condition of one run, by its id and its ledger. */
export const theRun = ({ id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>): Sql =>
  sql`id = ${id} AND ledger_id = ${ledger_id}`;

/** Whether jobs may work on the run. */
export function isWorkable({ phase, status }: Pick<RunRow, 'phase' | 'status'>): boolean {
  return (phase === 'scoring' || phase === 'allocating') && (status === 'queued' || status === 'running');
}

/** `isWorkable` in SQL. */
export const WORKABLE = `phase IN ('scoring', 'allocating') AND status IN ('queued', 'running')`;

/** In SQL: whether the run takes more orders. */
export const RECEIVING = `phase = 'receiving' AND status = 'queued'`;

/** Whether a run that routes stored orders again has not chosen them yet (`chooseOrders`). */
export function isChoosing({
  selection,
  phase,
  orders_total,
}: Pick<RunRow, 'selection' | 'phase' | 'orders_total'>): boolean {
  return selection !== null && phase === 'scoring' && orders_total === 0;
}

/** `isChoosing` in SQL, of a run that has a selection. A retried run may be choosing, too. */
export const CHOOSING = `phase = 'scoring' AND status = 'queued' AND orders_total = 0`;

/** Whether a run's next work begins when it is the first of its ledger's run queue. */
export function waitsForTurn(run: Pick<RunRow, 'selection' | 'phase' | 'orders_total'>): boolean {
  return run.phase === 'allocating' || isChoosing(run);
}

/** Whether watching a run makes no more sense. A failed run goes on only if a person retries it. */
export function hasEnded({ status }: Pick<RunRow, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed';
}
