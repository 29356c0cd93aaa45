import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Principal } from '../identity/principal.ts';
import { createLaneResolver } from '../transit/lane-resolver.ts';
import { readWhatIf } from '../work/what-if/draft.ts';
import { createWhatIf, findWhatIf, isUnderWay, type WhatIf } from '../work/what-if/what-ifs.ts';
import { workWhatIf } from '../work/what-if/work-what-if.ts';

/** Makes a what-if, as a request with this body would. Nobody works on it yet. */
export async function beginWhatIf(
  db: Database,
  { client_id, configuration_id, ledger_id }: Principal,
  request: object,
): Promise<WhatIf> {
  const body = { bytes: Buffer.from(JSON.stringify(request)), format: 'json' } as const;
  const asked = await readWhatIf(db, { client_id, configuration_id, body });
  const id = await inTransaction(db.pool, (tx) => createWhatIf(tx, ledger_id, asked, 'somebody'));
  return findWhatIf(db.pool, ledger_id, id);
}

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
