import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { breakConnection, limitEnding } from '../../db/silent-server.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Batcher } from '../../foundation/batcher.ts';
import { isUnanswered } from '../../foundation/errors/pg-messages.ts';
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

/** The receivers are limited, and so is the batch: `RUNS_RECEIVED_AT_ONCE`. */
const TOGETHER = { maxItems: Number.POSITIVE_INFINITY, atOnce: 1 };

interface TakenId {
  runId?: number;
}

/**
 * The receiver's locks of one process, all on one connection. With a connection of the pool for each, too few would be
 * left for the orders. If that connection is lost, so are the locks, and `endAbandonedRuns` may end the runs that were
 * being received. Their receivers notice it with the next batch.
 */
export class ReceiverLocks {
  readonly #url: string;
  readonly #silenceMs: number;
  readonly #endings: Batcher<number>;
  /** All that wait are served together, so that nobody waits for more than one statement before their own. */
  readonly #takes = new Batcher<TakenId>((taken) => this.#take(taken), TOGETHER);
  readonly #releases = new Batcher<number>((runIds) => this.#unlock(runIds), TOGETHER);
  #session: Promise<pg.Client> | null = null;

  /** `silenceMs`: how long the server may take to connect, and to answer. */
  constructor({ directUrl, pool }: Pick<Database, 'directUrl' | 'pool'>, silenceMs = SILENCE_MS) {
    this.#url = directUrl;
    this.#silenceMs = silenceMs;
    this.#endings = new Batcher(
      (runIds) => inTransaction(pool, (tx) => endReceiving(tx, runIds, null)),
      ENDINGS,
    );
  }

  /** Takes a new run id and locks it. */
  async takeRunId(): Promise<number> {
    const taken: TakenId = {};
    await this.#takes.add(taken);
    return taken.runId!;
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

  async #take(taken: readonly TakenId[]): Promise<void> {
    this.#session ??= this.#open();
    const { rows } = await this.#ask<{ id: string }>(
      this.#session,
      `WITH taken AS MATERIALIZED (SELECT nextval('runs_id_seq') AS id FROM generate_series(1, $1::int))
       SELECT id, pg_advisory_lock(${receiverLock('id')}) FROM taken`,
      [taken.length],
    );
    for (const [index, { id }] of rows.entries()) taken[index]!.runId = Number(id);
  }

  async #unlock(runIds: readonly number[]): Promise<void> {
    if (this.#session === null) return;
    const statement = `SELECT pg_advisory_unlock(${receiverLock('id')}) FROM unnest($1::bigint[]) AS id`;
    await this.#ask(this.#session, statement, [runIds]).catch(() => undefined);
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
      query_timeout: this.#silenceMs,
      connectionTimeoutMillis: this.#silenceMs,
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
