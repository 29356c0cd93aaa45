import sql from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';
import { countRows, deleteInSteps } from './delete-in-steps.ts';
import type { PruneOptions } from './prune-runs.ts';

/** The most entries that a transaction removes. */
const ENTRIES_A_STEP = 1000;

/** The entries of a client that are removed by age: those up to `last`. */
interface OldEntries {
  readonly client_id: number;
  readonly start: number;
  readonly last: number;
}

/**
 * Removes entries of the audit log that are older than `days`. Of a client, the oldest entries go first, and the head of
 * its chain says where the chain begins now, so that it can still be checked. An activation whose entry is removed is listed
 * without a name (`GET configurations`). Returns how many there were.
 */
export async function pruneAudit(
  db: Pick<Database, 'pool'>,
  days: number,
  { dryRun, signal }: PruneOptions,
): Promise<number> {
  const condition = sql`client_id IS NULL AND at <= now() - make_interval(days => ${days})`;
  const ofService = { table: 'audit_entries', condition };
  let count = await (dryRun ? countRows(db, ofService) : deleteInSteps(db, ofService, signal));
  for (const { client_id, start, last } of await readOld(db, days)) {
    count += last - start;
    for (let to = start; to < last && !dryRun && !signal?.aborted; ) {
      to = Math.min(last, to + ENTRIES_A_STEP);
      await signOff(db, client_id, to);
    }
  }
  return count;
}

/** An entry that was written at the same time as others may be a little older than one before it in the chain. */
async function readOld({ pool }: Pick<Database, 'pool'>, days: number): Promise<OldEntries[]> {
  const { rows } = await pool.query<OldEntries>(
    prepared(sql`
      SELECT h.client_id, h.start_number AS start, old.last
      FROM audit_heads h CROSS JOIN LATERAL (
        SELECT coalesce(min(e.number) - 1, h.number) AS last FROM audit_entries e
        WHERE e.client_id = h.client_id AND e.at > now() - make_interval(days => ${days})
      ) AS old
      WHERE old.last > h.start_number ORDER BY h.client_id`),
  );
  return rows;
}

/** Removes a client's entries up to one, whose hash is where the chain begins from then on. */
async function signOff({ pool }: Pick<Database, 'pool'>, client_id: number, to: number): Promise<void> {
  await pool.query(
    prepared(sql`
      WITH signed AS (
        UPDATE audit_heads h SET start_number = e.number, start_hash = e.hash, signed_off_at = now()
        FROM audit_entries e
        WHERE h.client_id = ${client_id} AND e.client_id = h.client_id AND e.number = ${to}::bigint
        RETURNING e.number
      )
      DELETE FROM audit_entries e USING signed WHERE e.client_id = ${client_id} AND e.number <= signed.number`),
  );
}

/** The end of a client's chain. A copy of it proves later that no earlier entry was changed. */
export interface AuditHead {
  readonly client_id: number;
  readonly number: number;
  /** In hex. */
  readonly hash: string;
}

/** The ends of all chains, for the log. */
export async function readAuditHeads({ pool }: Pick<Database, 'pool'>): Promise<AuditHead[]> {
  const { rows } = await pool.query<AuditHead>(
    `SELECT client_id, number, encode(hash, 'hex') AS hash FROM audit_heads ORDER BY client_id`,
  );
  return rows;
}
