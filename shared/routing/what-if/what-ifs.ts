import type pg from 'pg';
import { z } from 'zod';
import { loadConfiguration } from '../../accounts/configurations.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { ListedWhatIf, WhatIfView, whatIfPage, whatIfsQuery } from '../../contracts/what-if.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { WORKER_IS_ALIVE } from '../../db/queue/live-workers.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { progressOf } from '../managed/progress.ts';
import { type EndedShadow, settleShadow } from '../shadow/shadow-hours.ts';
import { type SideCounts, viewSide } from './side-counts.ts';

type Status = ListedWhatIf['status'];

/** What a request for a what-if says, when its draft is stored as a configuration. */
export interface NewWhatIf {
  readonly name: string | null;
  /** Its orders are those of this run or, if it is null, of the runs that began in the period. */
  readonly routing_run_id: number | null;
  readonly period_from: Date | null;
  readonly period_to: Date | null;
  /** As JSON, as it was sent. */
  readonly draft: string;
  readonly configuration_id: number;
  readonly draft_configuration_id: number;
}

/** A what-if as it is stored, without its draft. */
export interface WhatIf extends Omit<NewWhatIf, 'draft'> {
  readonly id: number;
  readonly ledger_id: number;
  /** Its draft is the shadow settings of its configuration. Nobody but its jobs sees it. */
  readonly is_shadow: boolean;
  readonly requested_by: string;
  readonly status: Status;
  readonly failure: string | null;
  readonly orders_total: number;
  readonly orders_decided: number;
  readonly orders_changed: number;
  readonly next_batch: number;
  readonly baseline: SideCounts;
  readonly draft_side: SideCounts;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly updated_at: Date;
  readonly finished_at: Date | null;
  readonly worker_alive: boolean;
}

const COLUMNS = `id, ledger_id, is_shadow, name, requested_by, routing_run_id, period_from, period_to, configuration_id,
  draft_configuration_id, status, failure, orders_total, orders_decided, orders_changed, next_batch, baseline, draft_side,
  created_at, started_at, updated_at, finished_at, ${WORKER_IS_ALIVE} AS worker_alive`;

/** Whether jobs may work on it. */
export const isUnderWay = ({ status }: Pick<WhatIf, 'status'>) => status === 'queued' || status === 'running';

/** The same in SQL. */
export const UNDER_WAY = `status IN ('queued', 'running')`;

/** The most what-ifs of a ledger that may be under way at once: one for each of many warehouses. */
const MAX_UNDER_WAY = 100;

/**
 * Stores a what-if in the caller's transaction. Its jobs do the rest. Returns its id. Throws AppError rate_limited if the
 * ledger has too many under way.
 */
export async function createWhatIf(
  tx: pg.PoolClient,
  ledgerId: number,
  asked: NewWhatIf,
  requestedBy: string,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO what_ifs (ledger_id, requested_by, name, routing_run_id, period_from, period_to, draft, configuration_id,
                           draft_configuration_id)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
     WHERE (SELECT count(*) FROM what_ifs WHERE ledger_id = $1 AND NOT is_shadow AND ${UNDER_WAY}) < $10
     RETURNING id`,
    [
      ledgerId,
      requestedBy,
      asked.name,
      asked.routing_run_id,
      asked.period_from,
      asked.period_to,
      asked.draft,
      asked.configuration_id,
      asked.draft_configuration_id,
      MAX_UNDER_WAY,
    ],
  );
  if (rows[0] !== undefined) return rows[0].id;
  const detail = `${MAX_UNDER_WAY} what-ifs are under way. Wait for one to end, or cancel one.`;
  throw new AppError('rate_limited', detail, { retryAfterSeconds: 60 });
}

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
  const whatIf = await loadWhatIf(db, ledgerId, id);
  if (whatIf === null || whatIf.is_shadow) throw new AppError('not_found', `There is no what-if ${id}.`);
  return whatIf;
}

/** The draft of a what-if as it was sent. */
export async function readDraft(
  db: Queryable,
  { id, ledger_id }: Pick<WhatIf, 'id' | 'ledger_id'>,
): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ draft: Record<string, unknown> }>(
    'SELECT draft FROM what_ifs WHERE id = $1 AND ledger_id = $2',
    [id, ledger_id],
  );
  return rows[0]?.draft ?? {};
}

const position = z.int().min(1);

/** Reads one page of a ledger's what-ifs, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listWhatIfs(
  db: Database,
  ledgerId: number,
  { limit, cursor }: z.output<typeof whatIfsQuery>,
): Promise<z.output<typeof whatIfPage>> {
  const { rows } = await db.pool.query<WhatIf>(
    `SELECT ${COLUMNS} FROM what_ifs WHERE ledger_id = $1 AND NOT is_shadow AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [ledgerId, cursor ? decodeCursor(position, cursor) : null, limit + 1],
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
  const { configuration } = await loadConfiguration(db, whatIf.configuration_id);
  const phase = status === 'queued' ? 'scoring' : status === 'running' ? 'allocating' : 'done';
  const facts = {
    ...whatIf,
    kind: 'managed',
    selection: null,
    phase,
    orders_scored: orders_decided,
  } as const;
  return {
    what_if_id: whatIf.id,
    name: whatIf.name,
    requested_by: whatIf.requested_by,
    orders: {
      routing_run_id: whatIf.routing_run_id,
      from: whatIf.period_from?.toISOString() ?? null,
      to: whatIf.period_to?.toISOString() ?? null,
    },
    configuration_id: whatIf.configuration_id,
    draft_configuration_id: whatIf.draft_configuration_id,
    status,
    failure: whatIf.failure,
    created_at: whatIf.created_at.toISOString(),
    started_at: whatIf.started_at?.toISOString() ?? null,
    finished_at: whatIf.finished_at?.toISOString() ?? null,
    progress: progressOf({ ...facts, orders_routed: orders_decided }),
    orders_changed: whatIf.orders_changed,
    baseline: viewSide(whatIf.baseline, configuration),
    draft: viewSide(whatIf.draft_side, configuration),
  };
}

/**
 * Ends a what-if that is under way, with what it needs only until then, in the caller's transaction. What it has compared
 * stays. A step under way is undone or counts as a whole. One of shadow settings leaves only counts.
 */
export async function endWhatIf(
  tx: pg.PoolClient,
  { id, ledger_id }: Pick<WhatIf, 'id' | 'ledger_id'>,
  status: Exclude<Status, 'queued' | 'running'>,
  failure: string | null = null,
): Promise<void> {
  const { rows } = await tx.query<EndedShadow & Pick<WhatIf, 'is_shadow'>>(
    `UPDATE what_ifs SET status = $3, failure = $4, finished_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = $1 AND ledger_id = $2 AND ${UNDER_WAY}
     RETURNING id, ledger_id, is_shadow, routing_run_id, baseline, draft_side`,
    [id, ledger_id, status, failure],
  );
  const [ended] = rows;
  if (ended === undefined) return;
  await tx.query('DELETE FROM what_if_batches WHERE what_if_id = $1', [id]);
  await tx.query('DELETE FROM what_if_stock WHERE what_if_id = $1', [id]);
  if (ended.is_shadow) await settleShadow(tx, ended, status === 'completed');
}

/** Deletes a what-if, also one that is under way. */
export async function deleteWhatIf(
  db: Queryable,
  { id, ledger_id }: Pick<WhatIf, 'id' | 'ledger_id'>,
): Promise<void> {
  await db.query('DELETE FROM what_ifs WHERE id = $1 AND ledger_id = $2', [id, ledger_id]);
}
