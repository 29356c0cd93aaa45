import type pg from 'pg';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { recordId } from '../../contracts/common.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { ListedWhatIf, WhatIfView, whatIfPage, whatIfsQuery } from '../../contracts/what-if.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { WORKER_IS_ALIVE } from '../../db/queue/live-workers.ts';
import { prepared } from '../../db/sql.ts';
import { inLockedTransaction } from '../../db/transaction.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import type { TakenSlots } from '../../ledger/departures/slot-rows.ts';
import { insertEvents } from '../../ledger/events.ts';
import { type WorkKey, workLock } from '../../runs/background-work.ts';
import { type SideCounts, viewSide } from '../../runs/counts/side-counts.ts';
import { progressOf } from '../../runs/managed/progress.ts';

type Status = ListedWhatIf['status'];

/** What a request for a what-if says, when its draft is stored as a configuration. */
export interface NewWhatIf {
  readonly name: string | null;
  /** Its orders are those of this run or, if it is null, of the runs that began in the period. */
  readonly routing_run_id: number | null;
  readonly period_from: Date | null;
  readonly period_to: Date | null;
  /** The moment that dates are counted from; null: of each order, that of its latest run. */
  readonly as_of: Date | null;
  /** As JSON, as it was sent. */
  readonly draft: string;
  readonly configuration_id: number;
  readonly draft_configuration_id: number;
}

/** A what-if as it is stored, without its draft. */
export interface WhatIf extends WorkKey, Omit<NewWhatIf, 'draft'> {
  readonly requested_by: string;
  /** Of its run; null if there is none. */
  readonly client_run_number: number | null;
  readonly status: Status;
  readonly failure: string | null;
  readonly orders_total: number;
  readonly orders_decided: number;
  readonly orders_changed: number;
  readonly next_batch: number;
  readonly baseline: SideCounts;
  readonly draft_side: SideCounts;
  /** What each side has taken of the slots of the warehouses. */
  readonly places: { readonly baseline?: readonly TakenSlots[]; readonly draft?: readonly TakenSlots[] };
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly updated_at: Date;
  readonly finished_at: Date | null;
  readonly worker_alive: boolean;
}

/** Whether jobs may work on it. */
export const isUnderWay = ({ status }: Pick<WhatIf, 'status'>) => status === 'queued' || status === 'running';

/** `isUnderWay` in SQL. */
export const UNDER_WAY = `status IN ('queued', 'running')`;

const COLUMNS = `id, ledger_id, name, requested_by, routing_run_id, period_from, period_to, configuration_id,
  draft_configuration_id, status, failure, orders_total, orders_decided, orders_changed, next_batch, baseline, draft_side, as_of, places,
  created_at, started_at, updated_at, finished_at, ${WORKER_IS_ALIVE} AS worker_alive,
  (SELECT client_run_number FROM runs AS r WHERE r.id = routing_run_id AND r.ledger_id = what_ifs.ledger_id) AS client_run_number`;

/** What-ifs of a ledger that may be under way at once: one for each of many warehouses. */
const AT_ONCE = 100;

/** Reads a what-if of a ledger; null if it has none of this id. */
export async function loadWhatIf(db: Queryable, ledgerId: number, id: number): Promise<WhatIf | null> {
  const { rows } = await db.query<WhatIf>(
    `SELECT ${COLUMNS} FROM what_ifs WHERE id = $1::bigint AND ledger_id = $2`,
    [id, ledgerId],
  );
  return rows[0] ?? null;
}

/** The same for a person. Throws AppError not_found. */
export async function findWhatIf(db: Queryable, ledgerId: number, id: number): Promise<WhatIf> {
  const found = await loadWhatIf(db, ledgerId, id);
  if (found === null) throw new AppError('not_found', `There is no what-if ${id}.`);
  return found;
}

/** Stores a what-if in the caller's transaction. Its jobs do the rest. Returns its id. Throws AppError rate_limited. */
export async function createWhatIf(
  tx: pg.PoolClient,
  ledger_id: number,
  asked: NewWhatIf,
  requested_by: string,
): Promise<number> {
  const values = { ledger_id, requested_by, ...asked };
  const places = Object.keys(values).map((_, at) => `$${at + 1}`);
  const { rows } = await tx.query<Pick<WhatIf, 'id'>>(
    `INSERT INTO what_ifs (${Object.keys(values)}) SELECT ${places}
     WHERE (SELECT count(*) FROM what_ifs WHERE ledger_id = $1 AND ${UNDER_WAY}) < ${AT_ONCE} RETURNING id`,
    Object.values(values),
  );
  if (rows[0] !== undefined) return rows[0].id;
  const detail = `${AT_ONCE} what-ifs are under way. Wait for one to end, or cancel one.`;
  throw new AppError('rate_limited', detail, { retryAfterSeconds: 60 });
}

/** The configurations that both sides decide under. */
export interface Sides {
  readonly baseline: StoredConfiguration;
  readonly draft: StoredConfiguration;
}

export async function loadSides(
  db: Pick<Database, 'pool'>,
  { configuration_id, draft_configuration_id }: Pick<WhatIf, 'configuration_id' | 'draft_configuration_id'>,
): Promise<Sides> {
  const baseline = await loadConfiguration(db, configuration_id);
  return { baseline, draft: await loadConfiguration(db, draft_configuration_id) };
}

/** The draft of a what-if as it was sent. */
export async function readDraft(db: Queryable, { id, ledger_id }: WorkKey): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ draft: Record<string, unknown> }>(
    'SELECT draft FROM what_ifs WHERE id = $1 AND ledger_id = $2',
    [id, ledger_id],
  );
  return rows[0]?.draft ?? {};
}

/** Reads one page of a ledger's what-ifs, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listWhatIfs(
  db: Database,
  ledgerId: number,
  { limit, cursor }: z.output<typeof whatIfsQuery>,
): Promise<z.output<typeof whatIfPage>> {
  const { rows } = await db.pool.query<WhatIf>(
    `SELECT ${COLUMNS} FROM what_ifs WHERE ledger_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [ledgerId, cursor ? decodeCursor(recordId, cursor) : null, limit + 1],
  );
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => id);
  return { what_ifs: await Promise.all(page.map((whatIf) => toListedWhatIf(db, whatIf))), next_cursor };
}

/** A what-if as it is shown by itself. */
export async function viewWhatIf(db: Database, whatIf: WhatIf): Promise<WhatIfView> {
  return { ...(await toListedWhatIf(db, whatIf)), laid_over: await readDraft(db.pool, whatIf) };
}

async function toListedWhatIf(db: Database, whatIf: WhatIf): Promise<ListedWhatIf> {
  const { status, orders_decided } = whatIf;
  const present = await loadConfiguration(db, whatIf.configuration_id);
  // Of what is shown, a draft may only lack the rates.
  const drafted =
    present.rates === null ? present : await loadConfiguration(db, whatIf.draft_configuration_id);
  const phase = status === 'queued' ? 'scoring' : status === 'running' ? 'allocating' : 'done';
  return {
    what_if_id: whatIf.id,
    name: whatIf.name,
    requested_by: whatIf.requested_by,
    orders: {
      routing_run_id: whatIf.routing_run_id,
      from: whatIf.period_from?.toISOString() ?? null,
      to: whatIf.period_to?.toISOString() ?? null,
    },
    client_run_number: whatIf.client_run_number,
    configuration_id: whatIf.configuration_id,
    draft_configuration_id: whatIf.draft_configuration_id,
    status,
    failure: whatIf.failure,
    created_at: whatIf.created_at.toISOString(),
    started_at: whatIf.started_at?.toISOString() ?? null,
    finished_at: whatIf.finished_at?.toISOString() ?? null,
    progress: progressOf({ ...whatIf, phase, orders_scored: orders_decided, orders_routed: orders_decided }),
    orders_changed: whatIf.orders_changed,
    baseline: viewSide(whatIf.baseline, present.configuration),
    draft: viewSide(whatIf.draft_side, drafted.configuration),
  };
}

/**
 * Ends a what-if that is under way, with what it needs only until then, in the caller's transaction. What it has compared
 * stays. A step under way is undone or counts as a whole.
 */
export async function endWhatIf(
  tx: pg.PoolClient,
  { id, ledger_id }: WorkKey,
  status: Exclude<Status, 'queued' | 'running'>,
  failure: string | null = null,
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE what_ifs SET status = $3, failure = $4, finished_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = $1 AND ledger_id = $2 AND ${UNDER_WAY}`,
    [id, ledger_id, status, failure],
  );
  if (rowCount === 0) return;
  await tx.query('DELETE FROM what_if_batches WHERE what_if_id = $1', [id]);
  await tx.query('DELETE FROM what_if_stock WHERE what_if_id = $1', [id]);
  if (status === 'completed') await tx.query(prepared(insertEvents(completedEvent({ id, ledger_id }))));
}

const completedEvent = ({ id, ledger_id }: WorkKey) => sql`
  SELECT client_id, id AS ledger_id, 'what_if.completed' AS type, ${id}::bigint AS subject_id, NULL::json AS data,
         NULL::text AS order_id
  FROM ledgers WHERE id = ${ledger_id}`;

type Owner = Pick<Principal, 'client_id' | 'ledger_id'>;

/** Stops a what-if, if it is under way. */
export async function cancelWhatIf(db: Database, { client_id, ledger_id }: Owner, id: number): Promise<void> {
  const lock = workLock(client_id, 'what_ifs', id);
  await inLockedTransaction(db, lock, (tx) => endWhatIf(tx, { id, ledger_id }, 'cancelled'));
}

/** Deletes a what-if, also one that is under way. */
export async function deleteWhatIf(db: Database, { client_id, ledger_id }: Owner, id: number): Promise<void> {
  await inLockedTransaction(db, workLock(client_id, 'what_ifs', id), (tx) =>
    tx.query('DELETE FROM what_ifs WHERE id = $1 AND ledger_id = $2', [id, ledger_id]),
  );
}
