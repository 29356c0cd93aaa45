import { refundUsage } from '../../accounts/usage.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropWorkingState } from './advance-run.ts';
import { lockManagedRun } from './managed-run.ts';

/**
 * Stops a run. What was decided stays decided, and the usage of the other orders is refunded (docs/guides/runs.md). A step
 * under way is undone or counts as a whole, so that the numbers are exact. A run that is still being received is only
 * marked: its receiver deletes it. A run that has ended stays as it is. Returns false if the ledger has no such run.
 */
export async function cancelRun(db: Database, ledgerId: number, runId: number): Promise<boolean> {
  return inTransaction(db.pool, async (tx) => {
    const run = await lockManagedRun(tx, { id: runId, ledger_id: ledgerId });
    if (run === null) return false;
    if (run.phase === 'done') return true;
    if (run.phase === 'receiving') {
      await tx.query(
        `UPDATE runs SET status = 'cancelling', updated_at = clock_timestamp() WHERE id = $1 AND ledger_id = $2`,
        [runId, ledgerId],
      );
      return true;
    }
    await tx.query(
      `UPDATE runs SET status = 'cancelled', phase = 'done', finished_at = clock_timestamp(), updated_at = clock_timestamp()
       WHERE id = $1 AND ledger_id = $2`,
      [runId, ledgerId],
    );
    const undecided = run.orders_total - run.orders_routed;
    if (run.usage_day !== null && undecided > 0) {
      await refundUsage(tx, run.client_id, new Date(run.usage_day), undecided);
    }
    await dropWorkingState(tx, runId);
    return true;
  });
}
