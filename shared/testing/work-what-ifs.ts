import type { Database } from '../db/database.ts';
import { isUnderWay } from '../routing/what-if/what-ifs.ts';
import { workWhatIf } from '../routing/what-if/work-what-if.ts';
import { createLaneResolver } from '../transit/lane-resolver.ts';

/** Works on all what-ifs to their ends, as their jobs would. */
export async function workWhatIfs(db: Database): Promise<void> {
  const lanes = createLaneResolver(db);
  const { rows } = await db.pool.query<{ what_if_id: number; ledger_id: number }>(
    'SELECT w.id AS what_if_id, w.ledger_id FROM ledgers l JOIN what_ifs w ON w.ledger_id = l.id',
  );
  for (const row of rows) {
    for (;;) {
      const whatIf = await workWhatIf({ db, lanes }, row);
      if (whatIf === null || !isUnderWay(whatIf)) break;
    }
  }
  await lanes.close();
}
