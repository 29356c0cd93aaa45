import type { Duplex } from 'node:stream';
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
    // BEGIN is on its way with the first statements of `work`, not before them: that saves a round trip.
    const [, result] = await together(client, () => [client.query('BEGIN'), work(client)]);
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

/**
 * Sends statements one behind the other without waiting for answers, in one piece: connections are pipelined, and
 * the server runs the statements in this order, each on what is committed when its turn comes. `send` starts them.
 * All have ended when this does; throws the first failure.
 */
export async function together<const T extends readonly unknown[]>(
  client: pg.ClientBase,
  send: () => T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  let sent: T;
  try {
    sent = send();
  } finally {
    stream.uncork();
  }
  const ended = await Promise.allSettled(sent);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return ended.map((each) => (each as PromiseFulfilledResult<unknown>).value) as never;
}
