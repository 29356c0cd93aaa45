import type pg from 'pg';
import { z } from 'zod';
import type {
  BulkActionView,
  bulkActionPage,
  bulkActionRequest,
  bulkActionsQuery,
} from '../../contracts/account/bulk-actions.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { Queryable } from '../../db/database.ts';
import type { BulkActionKind, BulkActionStatus } from '../../db/generated/enums.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN } from '../../foundation/errors/faults.ts';

type SentJson = Readonly<Record<string, unknown>>;

/** A bulk action as it is stored. */
export interface BulkAction {
  readonly id: number;
  readonly ledger_id: number;
  readonly kind: BulkActionKind;
  readonly filter: SentJson;
  readonly reroute: SentJson | null;
  readonly requested_by: string;
  readonly status: BulkActionStatus;
  readonly failure: string | null;
  readonly is_finding: boolean;
  readonly search_cursor: string | null;
  readonly found: number;
  readonly position: number;
  readonly done: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly failed: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly finished_at: Date | null;
}

const COLUMNS = `id, ledger_id, kind, filter, reroute, requested_by, status, failure, is_finding, search_cursor, found,
  position, done, unchanged, skipped, failed, created_at, updated_at, finished_at`;

/** The most bulk actions of a ledger that may be under way at once. */
const MAX_UNDER_WAY = 10;

/**
 * Stores a bulk action in the caller's transaction. Its jobs do the rest. Throws AppError rate_limited if the ledger has
 * too many under way.
 */
export async function createBulkAction(
  tx: pg.PoolClient,
  ledgerId: number,
  { action, ...sent }: z.input<typeof bulkActionRequest>,
  requestedBy: string,
): Promise<BulkAction> {
  const { rows } = await tx.query<BulkAction>(
    `INSERT INTO bulk_actions (ledger_id, kind, filter, reroute, requested_by)
     SELECT $1, $2, $3, $4, $5
     WHERE (SELECT count(*) FROM bulk_actions WHERE ledger_id = $1 AND status = 'running') < $6
     RETURNING ${COLUMNS}`,
    [
      ledgerId,
      action,
      JSON.stringify(sent.filter ?? {}),
      action === 'reroute' ? JSON.stringify('reroute' in sent ? (sent.reroute ?? {}) : {}) : null,
      requestedBy,
      MAX_UNDER_WAY,
    ],
  );
  if (rows[0] !== undefined) return rows[0];
  const detail = `${MAX_UNDER_WAY} bulk actions are running. Wait for one to end, or cancel one.`;
  throw new AppError('rate_limited', detail, { retryAfterSeconds: 60 });
}

/** Reads a bulk action of a ledger; null if it has none of this id. */
export async function loadBulkAction(
  db: Queryable,
  ledgerId: number,
  id: number,
): Promise<BulkAction | null> {
  const { rows } = await db.query<BulkAction>(
    `SELECT ${COLUMNS} FROM bulk_actions WHERE id = $1::bigint AND ledger_id = $2`,
    [id, ledgerId],
  );
  return rows[0] ?? null;
}

/** The same. Throws AppError not_found. */
export async function findBulkAction(db: Queryable, ledgerId: number, id: number): Promise<BulkAction> {
  const action = await loadBulkAction(db, ledgerId, id);
  if (action === null) throw new AppError('not_found', `There is no bulk action ${id}.`);
  return action;
}

const position = z.int().min(1);

/** Reads one page of a ledger's bulk actions, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listBulkActions(
  db: Queryable,
  ledgerId: number,
  { limit, cursor }: z.output<typeof bulkActionsQuery>,
): Promise<z.output<typeof bulkActionPage>> {
  const { rows } = await db.query<BulkAction>(
    `SELECT ${COLUMNS} FROM bulk_actions WHERE ledger_id = $1 AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [ledgerId, cursor ? decodeCursor(position, cursor) : null, limit + 1],
  );
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => id);
  return { bulk_actions: await Promise.all(page.map((action) => viewBulkAction(db, action))), next_cursor };
}

/** A bulk action as it is shown, with the first orders that were refused. */
export async function viewBulkAction(db: Queryable, action: BulkAction): Promise<BulkActionView> {
  const { rows: failures } =
    action.failed === 0
      ? { rows: [] }
      : await db.query<BulkActionView['failures'][number]>(
          `SELECT order_id, failure AS detail FROM bulk_action_orders
           WHERE bulk_action_id = $1 AND ledger_id = $2 AND failure IS NOT NULL ORDER BY position LIMIT $3`,
          [action.id, action.ledger_id, MAX_FAULTS_SHOWN],
        );
  const phase = action.status !== 'running' ? 'done' : action.is_finding ? 'finding' : 'acting';
  return {
    bulk_action_id: action.id,
    action: action.kind,
    filter: action.filter,
    reroute: action.reroute,
    status: action.status,
    failure: action.failure,
    requested_by: action.requested_by,
    created_at: action.created_at.toISOString(),
    updated_at: action.updated_at.toISOString(),
    finished_at: action.finished_at?.toISOString() ?? null,
    progress: {
      phase,
      orders_found: action.found,
      orders_done: action.done,
      orders_unchanged: action.unchanged,
      orders_skipped: action.skipped,
      orders_failed: action.failed,
    },
    failures,
  };
}

/** Ends a bulk action that is under way. What it did stays done. */
export async function endBulkAction(
  db: Queryable,
  { id, ledger_id }: Pick<BulkAction, 'id' | 'ledger_id'>,
  status: Exclude<BulkActionStatus, 'running'>,
  failure: string | null = null,
): Promise<void> {
  await db.query(
    `UPDATE bulk_actions SET status = $3, failure = $4, finished_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = $1 AND ledger_id = $2 AND status = 'running'`,
    [id, ledger_id, status, failure],
  );
}

/** Reads an export's rows of CSV in their order, a page at a time. */
export async function* exportedRows(
  db: Queryable,
  { id, ledger_id }: Pick<BulkAction, 'id' | 'ledger_id'>,
): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const { rows } = await db.query<{ position: number; csv: string }>(
      `SELECT position, csv FROM bulk_action_orders
       WHERE bulk_action_id = $1 AND ledger_id = $2 AND position > $3 ORDER BY position LIMIT 2000`,
      [id, ledger_id, last],
    );
    if (rows.length === 0) return;
    yield rows.map(({ csv }) => csv).join('');
    last = rows.at(-1)!.position;
  }
}
