import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import { isUnavailable } from '../errors/is-unavailable.ts';
import type { Queryable } from './database.ts';

/**
 * Runs `work` in one transaction on one connection: commits what it returns, rolls back what it throws. `work` must
 * not leave a statement behind that is still to be sent (see `together`). Throws AppError outcome_unknown if the
 * connection breaks after COMMIT was sent and before the server says what became of it.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // BEGIN is on its way with the first statements of `work`, not before them: that saves a round trip.
    const [, result] = await together(client, () => [client.query('BEGIN'), work(client)]);
    if (client.getTransactionStatus() !== 'I') await commit(client);
    return result;
  } catch (error) {
    // The first error is the one to report; a connection that cannot roll back is thrown away.
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs `work` in a transaction that only reads, and sees the database as it was at one moment. It takes no lock of a
 * row and waits for none.
 */
export function inSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(client);
  });
}

/**
 * Sends statements one behind the other without waiting for answers, in one piece: connections are pipelined, and
 * the server runs the statements in this order, each on what is committed when its turn comes. `send` starts them.
 * All have ended when this does; throws the first failure.
 */
export async function together<const T extends readonly unknown[]>(
  client: pg.ClientBase,
  send: () => T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const stream = streamOf(client);
  stream.cork();
  let sent: T;
  try {
    sent = send();
  } finally {
    stream.uncork();
  }
  return allOf(sent);
}

/**
 * The same for a transaction's last statements: COMMIT goes out with them, for the server makes a rollback of it where
 * one of them failed. What fails here before it is sent keeps COMMIT back, and is for `inTransaction` to roll back.
 */
export async function togetherAtLast<const T extends readonly unknown[]>(
  client: pg.ClientBase,
  send: () => T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const stream = streamOf(client);
  stream.cork();
  let sent: T;
  let committed: Promise<unknown> | null = null;
  try {
    sent = send();
    let failed = false;
    for (const each of sent) Promise.resolve(each).catch(() => (failed = true));
    await new Promise<void>((resolve) => process.nextTick(resolve)); // what fails without the server has failed then
    if (!failed) committed = commit(client);
  } finally {
    stream.uncork();
  }
  const [statements, outcome] = await Promise.allSettled([allOf(sent), committed]);
  // A statement that the server refused says why nothing is committed. Without an answer COMMIT decides.
  if (statements.status === 'rejected' && !isConnectionLost(statements.reason)) throw statements.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  if (statements.status === 'rejected') throw statements.reason;
  return statements.value;
}

async function commit(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    throw isConnectionLost(error) ? new AppError('outcome_unknown', undefined, { cause: error }) : error;
  }
}

/** SQLSTATEs of statements that the server gave up; the transaction is rolled back then. */
const ROLLED_BACK = /^(25|40|53|55)...$|^57014$/;

/** Whether a statement has no answer: the connection broke, or the server ended it, before the answer came. */
function isConnectionLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isUnavailable(error) && !(typeof code === 'string' && ROLLED_BACK.test(code));
}

/**
 * Reads beside a transaction what its locks keep as it is: on another connection where one is free, and else on its
 * own. To wait for one could be for ever, where all that have one do.
 */
export function readerBeside(pool: pg.Pool, tx: pg.PoolClient): Queryable {
  const isFree = pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);
  return isFree ? pool : tx;
}

function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

async function allOf<const T extends readonly unknown[]>(
  sent: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(sent);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return ended.map((each) => (each as PromiseFulfilledResult<unknown>).value) as never;
}
