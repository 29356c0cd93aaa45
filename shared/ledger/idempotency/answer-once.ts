import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../../db/database.ts';
import { AppError, callerGone } from '../../foundation/errors/app-error.ts';
import { isUnavailable } from '../../foundation/errors/is-unavailable.ts';
import type { Principal } from '../../identity/principal.ts';
import type { LedgerWait, Refused } from '../ledger-queues.ts';

/** Hours after which a key expires (docs/guides/retry.md). */
export const KEY_HOURS = 24;

/** A request that takes effect once, even if it is sent several times. */
export interface IdempotentRequest {
  /** The Idempotency-Key, which is unique within a ledger. */
  readonly key: string;
  /** The method and URL of the request. */
  readonly endpoint: string;
  /** SHA-256 of the body as it was sent. Not a Buffer, because a Buffer arrives in a thread as a Uint8Array. */
  readonly request_hash: Uint8Array;
}

/** What a request did. Its answer can be made from it again. */
export interface SavedAnswer {
  /** The run that it made, if the answer is a view of that run. */
  readonly run_id: number | null;
  /** JSON text of the answer, if it made no run. */
  readonly response: string | null;
}

interface SavedRequest extends SavedAnswer {
  readonly endpoint: string;
  readonly request_hash: Buffer;
}

/** Nothing of a request is saved, because another one with its key was faster. */
export const KEY_TAKEN = Symbol('key taken');
export type KeyTaken = typeof KEY_TAKEN;

/** Finds what was saved under a key. An expired key is deleted, so that the request can use it again. */
export async function findKey(db: Queryable, ledgerId: number, key: string): Promise<SavedRequest | null> {
  const { rows } = await db.query<SavedRequest & { expired: boolean }>({
    name: 'find-idempotency-key',
    text: `SELECT endpoint, request_hash, run_id, response::text,
                  created_at <= now() - make_interval(hours => $3) AS expired
           FROM idempotency_keys WHERE ledger_id = $1 AND key = $2`,
    values: [ledgerId, key, KEY_HOURS],
  });
  const [found] = rows;
  if (!found?.expired) return found ?? null;
  await db.query(
    `DELETE FROM idempotency_keys
     WHERE ledger_id = $1 AND key = $2 AND created_at <= now() - make_interval(hours => $3)`,
    [ledgerId, key, KEY_HOURS],
  );
  return null;
}

/** Throws AppError idempotency_conflict if the key was used for another request than this one. */
export function assertSameRequest(saved: SavedRequest, request: IdempotentRequest): void {
  if (saved.endpoint === request.endpoint && saved.request_hash.equals(request.request_hash)) return;
  throw new AppError('idempotency_conflict');
}

/** What a request did, under its key; null: it has none. */
export type KeyedAnswer = SavedAnswer & { readonly request: IdempotentRequest | null };

/**
 * The statement that saves what requests did under their keys, in their transaction. It waits for a request under way
 * that has one of the keys. If a key is already saved, the statement fails, and with it the transaction, because COMMIT
 * may have been sent behind it.
 */
export function insertKeys(ledgerId: number, answers: readonly KeyedAnswer[]): Sql[] {
  const rows = answers.flatMap(({ request, ...answer }) =>
    request === null
      ? []
      : { ...request, request_hash: Buffer.from(request.request_hash).toString('hex'), ...answer },
  );
  if (rows.length === 0) return [];
  return [
    sql`
      INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash, run_id, response)
      SELECT ${ledgerId}, key, endpoint, decode(request_hash, 'hex'), run_id, response::json
      FROM json_to_recordset(${JSON.stringify(rows)})
        AS saved (key text, endpoint text, request_hash text, run_id bigint, response text)`,
  ];
}

/** A request that may share a transaction with others under their ledger's lock. */
interface KeyedRequest {
  readonly principal: Pick<Principal, 'ledger_id'>;
  /** Null: the request has no Idempotency-Key. */
  readonly idempotency: IdempotentRequest | null;
  readonly wait: LedgerWait;
}

/** The keys of requests of one ledger that are saved already. One alone in its transaction learns it when it saves its key. */
export async function takenKeys(
  tx: pg.PoolClient,
  requests: readonly KeyedRequest[],
  isAlone: boolean,
): Promise<Set<string>> {
  const keys = isAlone ? [] : requests.flatMap(({ idempotency }) => idempotency?.key ?? []);
  if (keys.length === 0) return new Set();
  const { rows } = await tx.query<{ key: string }>({
    name: 'find-taken-keys',
    text: 'SELECT key FROM idempotency_keys WHERE ledger_id = $1 AND key = ANY($2)',
    values: [requests[0]!.principal.ledger_id, keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** What refuses a request as soon as it has the lock: its caller has gone away, or its key is taken. Null: nothing. */
export function refusalAtLock(
  { idempotency, wait }: KeyedRequest,
  taken: ReadonlySet<string>,
): Refused | null {
  if (wait.signal?.aborted) return { refused: callerGone() };
  return idempotency !== null && taken.has(idempotency.key) ? { refused: KEY_TAKEN } : null;
}

/** An answer, and whether it repeats the first answer to the same request. */
export interface AnsweredOnce<T> {
  readonly answer: T;
  readonly replayed: boolean;
}

/** A request whose body is hashed only if its key was saved. */
type RequestOnce = Omit<IdempotentRequest, 'request_hash'> & {
  readonly request_hash: Uint8Array | (() => Promise<Uint8Array>);
};

/**
 * Answers a request that takes effect once. If its key was saved, `again` makes the first answer from what was saved.
 * Otherwise `work` does the request, and sends `insertKeys` in its own transaction; it returns KEY_TAKEN if it met the key
 * there. A request without a key is done each time. Throws AppError idempotency_conflict, and what `again` and `work` throw.
 */
export async function answerOnce<T>(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  request: RequestOnce | null,
  again: (saved: SavedAnswer) => Promise<T>,
  work: () => Promise<T | KeyTaken>,
): Promise<AnsweredOnce<T>> {
  if (request === null) return { answer: (await work()) as T, replayed: false };
  const answerSaved = async () => {
    const saved = await findKey(db.pool, ledgerId, request.key);
    if (saved === null) return null;
    const { request_hash: hash } = request;
    assertSameRequest(saved, { ...request, request_hash: hash instanceof Function ? await hash() : hash });
    return { answer: await again(saved), replayed: true };
  };
  const before = await answerSaved();
  if (before) return before;
  try {
    const answer = await work();
    if (answer !== KEY_TAKEN) return { answer, replayed: false };
  } catch (error) {
    // A faster request with the same key may be the reason: it saved the key, or used the last orders of the plan.
    const meanwhile = await answerSaved().catch((cause: unknown) => {
      throw isUnavailable(cause) ? error : cause; // The first error says what happened to the request.
    });
    if (meanwhile) return meanwhile;
    throw error;
  }
  // The key was taken under the lock. If it has expired, it is free now.
  return answerOnce(db, ledgerId, request, again, work);
}

/** Makes what saves an answer under its request's key, in the transaction of the work. Nothing if there is no key. */
export type SaveKey = (response: string) => Sql[];

/** The same for an answer that is JSON text. `work` sends what `saveKey` makes. */
export function answerTextOnce(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  request: IdempotentRequest | null,
  work: (saveKey: SaveKey) => Promise<string | KeyTaken>,
): Promise<AnsweredOnce<string>> {
  const saveKey: SaveKey = (response) => insertKeys(ledgerId, [{ request, run_id: null, response }]);
  return answerOnce(
    db,
    ledgerId,
    request,
    async ({ response }) => response!,
    () => work(saveKey),
  );
}
