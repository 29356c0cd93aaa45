import type pg from 'pg';

/**
 * Runs `work` in one transaction on one connection: commits what it returns, rolls back what it throws. `work` must
 * not leave a statement behind that is still to be sent (see `together`).
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // On its way with the first statements of `work`, not before them: that saves a round trip.
    const begun = client.query('BEGIN');
    const result = await workAfter(begun, () => work(client));
    await client.query('COMMIT');
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

async function workAfter<T>(begun: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [, result] = await together(begun, work());
  return result;
}

/**
 * Waits for statements that were sent one behind the other without waiting (connections are pipelined: the server
 * runs them in this order, each on what is committed then). All have ended when this does; throws the first failure.
 */
export async function together<T extends readonly unknown[]>(
  ...sent: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(sent);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return ended.map((each) => (each as PromiseFulfilledResult<unknown>).value) as never;
}
