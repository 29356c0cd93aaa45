import type pg from 'pg';
import type { z } from 'zod';
import type {
  BulkActionView,
  bulkActionPage,
  bulkActionRequest,
  bulkActionsQuery,
} from '../../contracts/account/bulk-actions.ts';
import type { NamedActor } from '../../contracts/actor.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { BulkActionKind, BulkActionStatus } from '../../db/generated/enums.ts';
import { MAX_FAULTS_SHOWN } from '../../foundation/errors/faults.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { type WorkKey, workIn } from '../../runs/background-work.ts';

type SentJson = Readonly<Record<string, unknown>>;

/** A bulk action as it is stored. */
export interface BulkAction extends WorkKey {
  readonly kind: BulkActionKind;
  readonly filter: SentJson;
  readonly reroute: SentJson | null;
  readonly requested_by: string;
  /** null: from before it was recorded. */
  readonly requested_kind: NamedActor['kind'] | null;
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

const bulkActions = workIn<BulkAction>({
  table: 'bulk_actions',
  name: 'bulk action',
  columns: `id, ledger_id, kind, filter, reroute, requested_by, requested_kind, status, failure, is_finding, search_cursor, found,
    position, done, unchanged, skipped, failed, created_at, updated_at, finished_at`,
  underWay: `status = 'running'`,
  limit: 10,
  limitMessage: 'are running',
});

export const { load: loadBulkAction, find: findBulkAction, end: endBulkAction } = bulkActions;

/** Stores a bulk action in the caller's transaction. Its jobs do the rest. Throws AppError rate_limited. */
export function createBulkAction(
  tx: pg.PoolClient,
  ledger_id: number,
  { action, ...sent }: z.input<typeof bulkActionRequest>,
  { name: requested_by, kind: requested_kind }: NamedActor,
): Promise<BulkAction> {
  const reroute = 'reroute' in sent ? (sent.reroute ?? {}) : {};
  return bulkActions.create(tx, {
    ...{ ledger_id, requested_by, requested_kind, kind: action, filter: JSON.stringify(sent.filter ?? {}) },
    reroute: action === 'reroute' ? JSON.stringify(reroute) : null,
  });
}

/** Reads one page of a ledger's bulk actions, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listBulkActions(
  db: Queryable,
  ledgerId: number,
  query: z.output<typeof bulkActionsQuery>,
): Promise<z.output<typeof bulkActionPage>> {
  const { page, next_cursor } = await bulkActions.page(db, ledgerId, query);
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

/** Rows of an export that are read at a time. */
const ROWS_READ = 2000;

/** The rows of an export after the position `after`. Plain data. */
export interface ExportAsk extends WorkKey {
  readonly after: number;
}

/** Writes an export's rows of CSV in their order. */
export async function writeExport(
  { db }: { readonly db: Pick<Database, 'pool'> },
  { id, ledger_id, after }: ExportAsk,
  out: Utf8Writer,
): Promise<ExportAsk | null> {
  const { rows } = await db.pool.query<{ position: number; csv: string }>(
    `SELECT position, csv FROM bulk_action_orders
     WHERE bulk_action_id = $1 AND ledger_id = $2 AND position > $3 ORDER BY position LIMIT ${ROWS_READ}`,
    [id, ledger_id, after],
  );
  for (const { csv } of rows) out.write(csv);
  return rows.length < ROWS_READ ? null : { id, ledger_id, after: rows.at(-1)!.position };
}
