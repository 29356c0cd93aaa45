import type pg from 'pg';
import type { Queryable } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import { AppError } from '../errors/app-error.ts';

/** Hours that a key lives (insight-and-account.md section 1). */
export const KEY_HOURS = 24;

/** A request that is to take effect once, however often it is sent. */
export interface IdempotentRequest {
  /** The Idempotency-Key, of the ledger's own. */
  readonly key: string;
  /** What was asked for beside the body. */
  readonly endpoint: string;
  /** SHA-256 of the body as it was sent. */
  readonly request_hash: Buffer;
}

/** What a request did, from which its answer is given again. */
export interface KeptAnswer {
  /** The run that it made; the answer is a view of that. */
  readonly run_id: number | null;
  /** JSON text of the answer, where it made none. */
  readonly response: string | null;
}

interface KeptRequest extends KeptAnswer {
  readonly endpoint: string;
  readonly request_hash: Buffer;
}

/** Thrown to undo what a request did when another one with its key was faster. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** Finds what was done under a key. One that has lapsed is deleted, so that the request can take it again. */
export async function findKey(db: Queryable, ledgerId: number, key: string): Promise<KeptRequest | null> {
  const { rows } = await db.query<KeptRequest & { lapsed: boolean }>({
    name: 'find-idempotency-key',
    text: `SELECT endpoint, request_hash, run_id, response::text,
                  created_at <= now() - make_interval(hours => $3) AS lapsed
           FROM idempotency_keys WHERE ledger_id = $1 AND key = $2`,
    values: [ledgerId, key, KEY_HOURS],
  });
  const [found] = rows;
  if (!found?.lapsed) return found ?? null;
  await db.query(
    `DELETE FROM idempotency_keys
     WHERE ledger_id = $1 AND key = $2 AND created_at <= now() - make_interval(hours => $3)`,
    [ledgerId, key, KEY_HOURS],
  );
  return null;
}

/** Throws AppError idempotency_conflict where the key was used for another request than this one. */
export function assertSameRequest(kept: KeptRequest, request: IdempotentRequest): void {
  if (kept.endpoint === request.endpoint && kept.request_hash.equals(request.request_hash)) return;
  throw new AppError('idempotency_conflict');
}

/** Those of some keys under which something was kept. */
export async function findTakenKeys(
  tx: pg.PoolClient,
  ledgerId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await tx.query<{ key: string }>({
    name: 'find-taken-keys',
    text: 'SELECT key FROM idempotency_keys WHERE ledger_id = $1 AND key = ANY($2)',
    values: [ledgerId, keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** What keeps the runs that several requests made under their keys. One that is taken fails all of them. */
export function insertKeys(
  ledgerId: number,
  kept: readonly { readonly request: IdempotentRequest; readonly run_id: number }[],
): Sql[] {
  if (kept.length === 0) return [];
  const rows = kept.map(({ request, run_id }) => ({
    ...request,
    request_hash: request.request_hash.toString('hex'),
    run_id,
  }));
  return [
    sql`
      INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash, run_id)
      SELECT ${ledgerId}, key, endpoint, decode(request_hash, 'hex'), run_id
      FROM json_to_recordset(${JSON.stringify(rows)})
        AS kept (key text, endpoint text, request_hash text, run_id bigint)`,
  ];
}

/**
 * Keeps what a request did under its key, in the transaction that does it. Waits for one under way with the
 * same key. Throws KeyTaken where there is one already: that one counts.
 */
export async function keepKey(
  tx: pg.PoolClient,
  ledgerId: number,
  request: IdempotentRequest,
  answer: KeptAnswer,
): Promise<void> {
  try {
    // A conflict fails: where COMMIT is on its way behind this already, it must not do what it says.
    await tx.query({
      name: 'keep-idempotency-key',
      text: `INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash, run_id, response)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [ledgerId, request.key, request.endpoint, request.request_hash, answer.run_id, answer.response],
    });
  } catch (error) {
    throw (error as pg.DatabaseError).constraint === 'idempotency_keys_pkey' ? new KeyTaken() : error;
  }
}
