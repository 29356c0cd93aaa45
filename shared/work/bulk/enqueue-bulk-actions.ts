import type { Database } from '../../db/database.ts';
import { QUIET_SECONDS } from '../../runs/background-work.ts';
import type { JobQueues } from '../job-queues.ts';
import type { BulkAction } from './bulk-actions.ts';

/** Adds the next job of a bulk action that is under way. */
export async function enqueueBulkAction(
  queues: JobQueues,
  { id, ledger_id, kind, status, updated_at }: BulkAction,
): Promise<void> {
  if (status !== 'running') return;
  const title = `bulk action ${id}: ${kind}`;
  const data = { bulk_action_id: id, ledger_id, since: updated_at.getTime() };
  await queues.add('bulk-action', [{ title, data }]);
}

/** Adds the jobs again of bulk actions without progress. The database alone says what is done. */
export async function recoverBulkActions({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<BulkAction>(
    `SELECT b.id, b.ledger_id, b.kind, b.status, b.updated_at FROM ledgers l JOIN bulk_actions b ON b.ledger_id = l.id
     WHERE b.status = 'running' AND b.updated_at < now() - make_interval(secs => $1) ORDER BY b.id`,
    [QUIET_SECONDS],
  );
  for (const action of rows) await enqueueBulkAction(queues, action);
}
