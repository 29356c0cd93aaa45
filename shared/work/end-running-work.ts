import sql from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { inLockedTransaction } from '../db/transaction.ts';
import { type WorkKey, workLock } from '../runs/background-work.ts';
import { cancelRun } from '../runs/managed/managed-run.ts';
import { endWhatIf } from './what-if/what-ifs.ts';

/** Cancels all runs and what-ifs of a client that are under way. A step under way is undone or counts as a whole. */
export async function endRunningWork(db: Database, client_id: number): Promise<void> {
  for (const { id, ledger_id } of await underWay(db, client_id, 'runs'))
    await cancelRun(db, { client_id, ledger_id }, id);
  for (const key of await underWay(db, client_id, 'what_ifs'))
    await inLockedTransaction(db, workLock(client_id, 'what_ifs', key.id), (tx) =>
      endWhatIf(tx, key, 'cancelled'),
    );
}

const UNDER_WAY = {
  runs: sql`runs w ON w.ledger_id = l.id AND w.phase <> 'done'`,
  what_ifs: sql`what_ifs w ON w.ledger_id = l.id AND w.status IN ('queued', 'running')`,
};

async function underWay(
  { pool }: Pick<Database, 'pool'>,
  client_id: number,
  table: keyof typeof UNDER_WAY,
): Promise<WorkKey[]> {
  const { rows } = await pool.query<WorkKey>(sql`
    SELECT w.id, w.ledger_id FROM ledgers l JOIN ${UNDER_WAY[table]} WHERE l.client_id = ${client_id} ORDER BY w.id`);
  return rows;
}
