import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { breakConnection, limitEnding } from '../../db/silent-server.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUnanswered } from '../../errors/pg-messages.ts';
import { Batcher } from '../../platform/batcher.ts';
import { KeyedMutex } from '../../platform/keyed-mutex.ts';
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
const ENDINGS = { maxItems: 500, atOnce: 3 };

/** Its statements are short: a server that does not answer one has vanished. */
const SILENCE_MS = 10_000;

/**
 * The receiver's locks of one process, all on one connection. With a connection of the pool for each, too few would be
 * left for the orders. If that connection is lost, so are the locks, and `endAbandonedRuns` may end the runs that were
 * being received. Their receivers notice it with the next batch.
 */
export class ReceiverLocks {
  readonly #url: string;
  readonly #mutex = new KeyedMutex<'session'>();
  readonly #endings: Batcher<number>;
  /** They have one connection, so one query at a time. */
  readonly #releases = new Batcher<number>((runIds) => this.#unlock(runIds), { maxItems: 5000, atOnce: 1 });
  #session: Promise<pg.Client> | null = null;

  constructor({ directUrl, pool }: Pick<Database, 'directUrl' | 'pool'>) {
    this.#url = directUrl;
    this.#endings = new Batcher(
      (runIds) => inTransaction(pool, (tx) => endReceiving(tx, runIds, null)),
      ENDINGS,
    );
  }

  /** Takes a new run id and locks it. */
  takeRunId(): Promise<number> {
    return this.#mutex.run('session', async () => {
      this.#session ??= this.#open();
      const { rows } = await this.#ask<{ id: string }>(
        this.#session,
        `WITH taken AS MATERIALIZED (SELECT nextval('runs_id_seq') AS id)
         SELECT id, pg_advisory_lock(${receiverLock('id')}) FROM taken`,
      );
      return Number(rows[0]!.id);
    });
  }

  /** Ends a run that is not accepted, and deletes its orders. Its lock stays until it is released. */
  end(runId: number): Promise<void> {
    return this.#endings.add(runId);
  }

  /** Releases a run's lock. If the connection is lost, the lock is released already. */
  release(runId: number): Promise<void> {
    return this.#releases.add(runId);
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    this.#session = null;
    await session?.end();
  }

  #unlock(runIds: readonly number[]): Promise<void> {
    return this.#mutex.run('session', async () => {
      if (this.#session === null) return;
      const statement = `SELECT pg_advisory_unlock(${receiverLock('id')}) FROM unnest($1::bigint[]) AS id`;
      await this.#ask(this.#session, statement, [runIds]).catch(() => undefined);
    });
  }

  /** Sends a statement. If it has no answer in time, the connection is broken; the next statement opens another. */
  async #ask<Row extends pg.QueryResultRow>(
    connecting: Promise<pg.Client>,
    statement: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const session = await connecting;
    try {
      return await session.query<Row>(statement, values);
    } catch (error) {
      if (isUnanswered(error)) {
        this.#forget(connecting);
        breakConnection(session);
      }
      throw error;
    }
  }

  #forget(connecting: Promise<pg.Client>): void {
    if (this.#session === connecting) this.#session = null;
  }

  #open(): Promise<pg.Client> {
    const session = new pg.Client({
      connectionString: this.#url,
      application_name: 'wrs receivers',
      query_timeout: SILENCE_MS,
      connectionTimeoutMillis: SILENCE_MS,
      // The locks of a machine that is lost must not stay for the hours that TCP would wait by default.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    });
    limitEnding(session);
    const connecting = session.connect().then(() => session);
    const forget = () => this.#forget(connecting);
    session.on('error', forget);
    session.on('end', forget);
    connecting.catch(forget);
    return connecting;
  }
}
