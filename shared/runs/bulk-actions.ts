import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { BulkActionView, bulkActionPage, bulkActionsQuery } from '../contracts/account/bulk-actions.ts';
import { recordId } from '../contracts/common.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { Queryable } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { isChoosing } from './managed/run-states.ts';
import { findRun, type ShownRun, selectRuns } from './run-queries.ts';

// A bulk reroute is a managed run over the stored orders of a filter. It is shown here as people began it.

/** Reads the run of a bulk reroute. Throws AppError not_found. */
export async function findBulkReroute(db: Queryable, ledgerId: number, id: number): Promise<ShownRun> {
  const run = await findRun(db, ledgerId, id).catch(() => null);
  if (run === null || filterOf(run) === null)
    throw new AppError('not_found', `There is no bulk action ${id}.`);
  return run;
}

/** Reads one page of a ledger's bulk reroutes, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listBulkReroutes(
  db: Queryable,
  ledgerId: number,
  { limit, cursor }: z.output<typeof bulkActionsQuery>,
): Promise<z.output<typeof bulkActionPage>> {
  const before = cursor ? decodeCursor(recordId, cursor) : Number.MAX_SAFE_INTEGER;
  const ofFilters = sql`selection ? 'filter' AND id < ${before}`;
  const runs = await selectRuns(db, ledgerId, {}, ofFilters, 'DESC', limit + 1);
  const { page, next_cursor } = pageOf(runs, limit, ({ id }) => id);
  return { bulk_actions: page.map(viewBulkReroute), next_cursor };
}

function filterOf({ selection }: ShownRun) {
  return selection !== null && 'filter' in selection ? (selection.filter ?? null) : null;
}

/** The run of a bulk reroute as a bulk action. */
export function viewBulkReroute(run: ShownRun): BulkActionView {
  const { exclude_warehouse_ids, only_warehouse_ids, note, unless_worse } = run.selection as Record<
    string,
    unknown
  >;
  const hasEnded = run.finished_at !== null || run.status === 'failed';
  return {
    bulk_action_id: run.id,
    action: 'reroute',
    filter: { ...filterOf(run) },
    reroute: { exclude_warehouse_ids, only_warehouse_ids, note, unless_worse },
    status: run.status === 'queued' || run.status === 'cancelling' ? 'running' : run.status,
    failure: run.failure,
    requested_by: run.requested_by?.name ?? '',
    created_at: run.created_at.toISOString(),
    updated_at: run.updated_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    progress: {
      phase: hasEnded ? 'done' : isChoosing(run) ? 'finding' : 'acting',
      orders_found: run.orders_total,
      orders_done: run.orders_routed,
      orders_unchanged: run.orders_unchanged,
      orders_skipped: run.orders_superseded,
      orders_failed: 0,
    },
    failures: [],
  };
}
