import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';

/** Hours that a key lives (insight-and-account.md section 1). */
export const KEY_HOURS = 24;

/** A request that is to take effect once, however often it is sent. */
export interface IdempotentRequest {
  /** The Idempotency-Key, of the ledger's own. */
  readonly key: string;
  /** What was asked for beside the body. */
  readonly endpoint: string;
  /** SHA-256 of the body as it was sent. No Buffer: one that is sent to a thread arrives as plain bytes. */
  readonly request_hash: Uint8Array;
}

/** What a request did, from which its answer is given again. */
export interface SavedAnswer {
  /** The run that it made; the answer is a view of that. */
  readonly run_id: number | null;
  /** JSON text of the answer, where it made none. */
  readonly response: string | null;
}

interface SavedRequest extends SavedAnswer {
  readonly endpoint: string;
  readonly request_hash: Buffer;
}

/** Thrown to undo what a request did when another one with its key was faster. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** Finds what was done under a key. One that has lapsed is deleted, so that the request can take it again. */
export async function findKey(db: Queryable, ledgerId: number, key: string): Promise<SavedRequest | null> {
  const { rows } = await db.query<SavedRequest & { lapsed: boolean }>({
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
export function assertSameRequest(saved: SavedRequest, request: IdempotentRequest): void {
  if (saved.endpoint === request.endpoint && saved.request_hash.equals(request.request_hash)) return;
  throw new AppError('idempotency_conflict');
}

/** Those of some keys under which something was saved. */
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

/** What a request did, under its key. */
export type KeyedAnswer = SavedAnswer & { readonly request: IdempotentRequest };

/**
 * What saves what requests did under their keys, in the transaction that does it. It waits for a request under way with
 * one of the keys. If a key is taken already, that one counts and all of this fails (`isKeyTaken`): COMMIT may be on its
 * way behind it.
 */
export function insertKeys(ledgerId: number, answers: readonly KeyedAnswer[]): Sql[] {
  if (answers.length === 0) return [];
  const rows = answers.map(({ request: { request_hash, ...request }, ...answer }) => ({
    ...request,
    request_hash: Buffer.from(request_hash).toString('hex'),
    ...answer,
  }));
  return [
    sql`
      INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash, run_id, response)
      SELECT ${ledgerId}, key, endpoint, decode(request_hash, 'hex'), run_id, response::json
      FROM json_to_recordset(${JSON.stringify(rows)})
        AS saved (key text, endpoint text, request_hash text, run_id bigint, response text)`,
  ];
}

/** The same for one request, if it has a key. */
export function insertKey(ledgerId: number, request: IdempotentRequest | null, answer: SavedAnswer): Sql[] {
  return insertKeys(ledgerId, request === null ? [] : [{ request, ...answer }]);
}

/** Whether a request failed because another one with its key was faster. */
export function isKeyTaken(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown };
  return error instanceof KeyTaken || constraint === 'idempotency_keys_pkey';
}
