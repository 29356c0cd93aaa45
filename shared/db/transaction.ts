import type pg from 'pg';
import { inSpan } from '../foundation/telemetry/tracing.ts';
import type { Database, PrismaDatabase } from './database.ts';
import type { Prisma } from './generated/client.ts';
import { type LockWait, runAttempt, TRY_MS } from './lock-waits.ts';
import { watchFailures } from './pg-insides.ts';
import { commit, pipeline } from './pipeline.ts';

/**
 * Runs `work` in one transaction on one connection. Commits if `work` returns, and rolls back if it throws or any of its
 * statements fails. All statements of `work` must have been sent when it returns. Of several things under way, throws the
 * failure of the statement that failed first. Throws AppError outcome_unknown if the connection breaks after COMMIT was
 * sent and before the server has answered. `begin` may set what else holds in the transaction.
 */
export function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return inSpan('transaction', async () => {
    const client = await pool.connect();
    const failures = watchFailures(client);
    let broken: Error | undefined;
    try {
      // BEGIN is sent in one write with the first statements of `work`, which saves a round trip.
      const { result } = await pipeline(client).run({
        begin: () => client.query(begin),
        result: () => work(client),
      });
      if (client.getTransactionStatus() !== 'I') {
        await commit(client);
        // The server answers to COMMIT that it has rolled back, and that is no failure of COMMIT.
        if (failures.first !== null) throw failures.first;
      }
      return result;
    } catch (error) {
      const { first } = failures;
      // Throws the first error. A connection that cannot roll back is not used again.
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw (error as { code?: unknown }).code === IN_FAILED_TRANSACTION ? (first ?? error) : error;
    } finally {
      failures.end();
      client.release(broken);
    }
  });
}

/** Ends a transaction without saving anything of it, and gives its answer. */
export async function rolledBack<T>(tx: pg.ClientBase, answer: T): Promise<T> {
  await tx.query({ text: 'ROLLBACK' });
  return answer;
}

/** Locks that a transaction begins with. */
export interface LockedTransaction extends LockWait {
  /** A name of the lock: others of this process that want it wait without a connection. null: the caller sees to that. */
  readonly lock: string | null;
  /** Statements that set what else holds in the transaction. */
  readonly settings?: string;
}

/**
 * As `inTransaction`, for work that begins with a lock that others may have for long. It runs again from its beginning until
 * the lock is free (lock-waits.ts). Throws what `LockWaits` throws.
 */
export function inLockedTransaction<T>(
  { pool, locks }: Pick<Database, 'pool' | 'locks'>,
  { lock, settings = '', ...wait }: LockedTransaction,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const begin = `BEGIN; SET LOCAL lock_timeout = ${TRY_MS}${settings}`;
  const attempt = (hasLock: () => void) =>
    inTransaction(pool, (client) => runAttempt(client, hasLock, () => work(client)), begin);
  return lock === null ? locks.tries(wait, attempt) : locks.inOrder(lock, wait, attempt);
}

/** The same for work with Prisma Client. */
export function inLockedPrisma<T>(
  { prisma, locks }: PrismaDatabase,
  { lock, ...wait }: LockedTransaction & { readonly lock: string },
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  limits: { readonly maxWait?: number; readonly timeout?: number } = {},
): Promise<T> {
  return locks.inOrder(lock, wait, (hasLock) =>
    prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('lock_timeout', ${String(TRY_MS)}, true)`;
      return runAttempt(tx, hasLock, () => work(tx));
    }, limits),
  );
}

/** The connection of Prisma Client's transaction, for SQL. Its statements go to the server one by one. */
export function clientOf(tx: Prisma.TransactionClient): pg.PoolClient {
  const toNumber = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  const query = async ({ text, values = [] }: pg.QueryConfig) => {
    const rows = await tx.$queryRawUnsafe<object[]>(text, ...values);
    const numbers = (row: object) => Object.entries(row).map(([name, value]) => [name, toNumber(value)]);
    return { rows: rows.map((row) => Object.fromEntries(numbers(row))) };
  };
  const stream = { cork() {}, uncork() {} };
  return { query, connection: { stream } } as unknown as pg.PoolClient;
}

/** SQLSTATE of a statement in a transaction that has failed. It says nothing of why. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Runs `work` in a transaction that only reads, on one snapshot of the database. It takes no row lock and waits for
 * none.
 */
export function inSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(client);
  });
}
