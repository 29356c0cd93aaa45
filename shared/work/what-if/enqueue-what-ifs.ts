import type { Database } from '../../db/database.ts';
import { QUIET_SECONDS } from '../../runs/background-work.ts';
import { areRunsWorkedOn } from '../../runs/managed/managed-run.ts';
import type { JobQueues } from '../job-queues.ts';
import { UNDER_WAY, type WhatIf } from './what-ifs.ts';

/** Between two steps of a what-if while runs of its ledger are worked on, in milliseconds: they go first. */
const BESIDE_RUNS_MS = 1000;

/**
 * Adds the next job of a ledger's first what-if that is under way: what-ifs of a ledger are worked on one after another,
 * because each has a copy of its stock, those of shadow settings last. The database alone says what is done, so this can be called at any time.
 */
export async function enqueueWhatIfs(
  { pool }: Pick<Database, 'pool'>,
  queues: JobQueues,
  ledgerId: number,
): Promise<void> {
  const { rows } = await pool.query<
    Pick<WhatIf, 'id' | 'status' | 'next_batch' | 'orders_decided' | 'orders_total'>
  >(
    `SELECT id, status, next_batch, orders_decided, orders_total FROM what_ifs
     WHERE ledger_id = $1 AND ${UNDER_WAY} ORDER BY is_shadow, id LIMIT 1`,
    [ledgerId],
  );
  const [first] = rows;
  if (first === undefined) return;
  const { id: what_if_id, status, orders_decided, orders_total } = first;
  const what =
    status === 'queued' ? 'choose orders' : `decide from order ${orders_decided + 1} of ${orders_total}`;
  const data = { what_if_id, ledger_id: ledgerId, step: status === 'queued' ? 0 : first.next_batch + 1 };
  const delay = (await areRunsWorkedOn(pool, ledgerId)) ? BESIDE_RUNS_MS : 0;
  await queues.add('what-if', [{ title: `what-if ${what_if_id}: ${what}`, data, delay }]);
}

/** Adds the jobs again of what-ifs without progress. Others have a job, of an earlier step perhaps: none is added beside it. */
export async function recoverWhatIfs(db: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await db.pool.query<Pick<WhatIf, 'ledger_id'>>(
    `SELECT ledger_id
     FROM (
       SELECT DISTINCT ON (l.id) w.ledger_id, w.updated_at FROM ledgers l JOIN what_ifs w ON w.ledger_id = l.id
       WHERE w.${UNDER_WAY} ORDER BY l.id, w.is_shadow, w.id
     ) AS first
     WHERE updated_at < now() - make_interval(secs => $1)`,
    [QUIET_SECONDS],
  );
  for (const { ledger_id } of rows) await enqueueWhatIfs(db, queues, ledger_id);
}
