import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { limitEnding } from '../../db/silent-server.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUnanswered } from '../../foundation/errors/pg-messages.ts';
import { Together } from '../../foundation/together.ts';
import { endReceiving } from './receiving-store.ts';

/** Distinguishes these locks from other advisory locks. */
export const RECEIVER_LOCK = 0x72637672;

/**
 * The two keys of the advisory lock on a run while it is being received, for `pg_advisory_lock` and similar functions.
 * `runId` is SQL. PostgreSQL releases the lock when its holder dies, so that a process that gets it knows that no process
 * receives the run. Run ids have 53 bits and a key has 32, so the upper bits are added to the first key.
 */
export function receiverLock(runId: string): string {
  return `${RECEIVER_LOCK} + (${runId}::bigint >> 32)::int, ${runId}::bigint::bit(32)::int`;
}

/**
 * Thousands of runs may break off at once. They are ended together, on few connections, so that requests get the other
 * ones, and on more than one, as it takes long to end a run with many orders.
 */
const ENDINGS_AT_ONCE = 3;
const MAX_ENDED_TOGETHER = 500;

/** Statements are short: a server that does not answer one has vanished. */
const SILENCE_MS = 10_000;

/**
 * The receiver's locks of one process, all on one connection. With a connection of the pool for each, too few would be
 * left for the orders. If that connection is lost, so are the locks, and `endAbandonedRuns` may end the runs that were
 * being received. Their receivers notice it with the next batch.
 */
export class ReceiverLocks {
  readonly #endings: Together<number, undefined>;
  /** A pool of the one connection: it opens another if that is lost. */
  readonly #session: pg.Pool;
  /** When the connection has ended, and the server has released its locks. */
  #ended: Promise<unknown> | null = null;

  /** `silenceMs`: how long the server may take to connect, and to answer. */
  constructor({ directUrl, pool }: Pick<Database, 'directUrl' | 'pool'>, silenceMs = SILENCE_MS) {
    this.#endings = new Together(
      ENDINGS_AT_ONCE,
      async (runIds) => {
        await inTransaction(pool, (tx) => endReceiving(tx, runIds, null));
        return runIds.map(() => undefined);
      },
      ({ length }) => Math.min(length, MAX_ENDED_TOGETHER),
    );
    this.#session = new pg.Pool({
      connectionString: directUrl,
      max: 1,
      idleTimeoutMillis: 0,
      application_name: 'wrs receivers',
      query_timeout: silenceMs,
      connectionTimeoutMillis: silenceMs,
      // The locks of a machine that is lost must not stay for the hours that TCP would wait by default.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    });
    this.#session.on('error', () => undefined);
    this.#session.on('connect', (connection) => {
      connection.on('error', () => undefined);
      limitEnding(connection);
      this.#ended = new Promise((resolve) => connection.once('end', resolve));
    });
  }

  /** Takes a new run id and locks it. */
  async takeRunId(): Promise<number> {
    const { rows } = await this.#ask<{ id: string }>(
      `WITH taken AS MATERIALIZED (SELECT nextval('runs_id_seq') AS id)
       SELECT id, pg_advisory_lock(${receiverLock('id')}) FROM taken`,
    );
    return Number(rows[0]!.id);
  }

  /** Ends a run that is not accepted, and deletes its orders. Its lock stays until it is released. */
  end(runId: number): Promise<void> {
    return this.#endings.do(runId);
  }

  /** Releases a run's lock. If the connection is lost, the lock is released already. */
  async release(runId: number): Promise<void> {
    await this.#ask(`SELECT pg_advisory_unlock(${receiverLock('$1')})`, [runId]).catch(() => undefined);
  }

  async close(): Promise<void> {
    if (!this.#session.ending) await this.#session.end();
    await this.#ended;
  }

  /** Sends a statement. Only if it has no answer in time, the connection and its locks are given up. */
  async #ask<Row extends pg.QueryResultRow>(
    statement: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const connection = await this.#session.connect();
    let isLost = false;
    try {
      return await connection.query<Row>(statement, values);
    } catch (error) {
      isLost = isUnanswered(error);
      throw error;
    } finally {
      connection.release(isLost);
    }
  }
}

const FAILURE =
  'The service stopped while it received this run. None of its orders was routed: send it again.';

/** Runs of one transaction: thousands may be being received. */
const ENDED_AT_ONCE = 500;

/**
 * Ends the runs whose receiver died: marks them as failed and deletes their orders. It may run at any time, in any number
 * of processes. Returns the ids of the runs that it ended.
 */
export async function endAbandonedRuns({ pool }: Pick<Database, 'pool'>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM runs WHERE phase = 'receiving' ORDER BY id`,
  );
  const ended: number[] = [];
  for (let from = 0; from < rows.length; from += ENDED_AT_ONCE) {
    const receiving = rows.slice(from, from + ENDED_AT_ONCE).map(({ id }) => id);
    const some = await inTransaction(pool, async (tx) => {
      const { rows: abandoned } = await tx.query<{ id: number }>(
        `SELECT id FROM unnest($1::bigint[]) AS id WHERE pg_try_advisory_xact_lock(${receiverLock('id')})`,
        [receiving],
      );
      return endReceiving(
        tx,
        abandoned.map(({ id }) => id),
        FAILURE,
      );
    });
    ended.push(...some);
  }
  return ended;
}
