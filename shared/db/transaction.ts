import type pg from 'pg';
import { inSpan } from '../telemetry/tracing.ts';
import { commit, pipeline, runAfter } from './pipeline.ts';

/**
 * Runs `work` in one transaction on one connection: commits what it returns, rolls back what it throws. `work` must
 * not leave a statement behind that is still to be sent. Throws AppError outcome_unknown if the
 * connection breaks after COMMIT was sent and before the server says what became of it.
 */
export function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inSpan('transaction', () => runTransaction(pool, work));
}

async function runTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // BEGIN is on its way with the first statements of `work`, not before them: that saves a round trip.
    const { result } = await pipeline(client).run({
      begin: () => client.query('BEGIN'),
      result: runAfter('begin', () => work(client)),
    });
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
