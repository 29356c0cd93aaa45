import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Batcher } from '../../platform/batcher.ts';
import { KeyedMutex } from '../../platform/keyed-mutex.ts';
import { endReceiving } from './receiving-store.ts';

/** Keeps these locks apart from other advisory locks. */
export const RECEIVER_LOCK = 0x72637672;

/**
 * The two halves of the advisory lock on a run while it is being received, for `pg_advisory_lock` and its like; `runId`
 * is SQL. PostgreSQL releases the lock when its holder dies: whoever gets it knows that nobody receives the run. Run ids
 * have 53 bits and a half has 32, so that the first half counts on with the upper bits.
 */
export function receiverLock(runId: string): string {
  return `${RECEIVER_LOCK} + (${runId}::bigint >> 32)::int, ${runId}::bigint::bit(32)::int`;
}

/**
 * Thousands of runs may break off at once. They are ended together, on few connections, so that requests get the
 * others; and on more than one, as a run that has many orders takes long.
 */
const ENDINGS = { maxItems: 500, atOnce: 3 };

/**
 * The receiver's locks of one process, all on one connection of its own: a connection of the pool each would
 * leave too few for the orders. Where that connection is lost, so are the locks, and the runs that were being
 * received may be ended by `endAbandonedRuns`; their receivers notice with the next batch.
 */
export class ReceiverLocks {
  readonly #url: string;
  readonly #turns = new KeyedMutex<'session'>();
  readonly #endings: Batcher<number>;
  /** One after the other anyway: they have one connection. */
  readonly #releases = new Batcher<number>((runIds) => this.#unlock(runIds), { maxItems: 5000, atOnce: 1 });
  #session: Promise<pg.Client> | null = null;

  constructor({ url, pool }: Pick<Database, 'url' | 'pool'>) {
    this.#url = url;
    this.#endings = new Batcher(
      (runIds) => inTransaction(pool, (tx) => endReceiving(tx, runIds, null)),
      ENDINGS,
    );
  }

  /** Takes a run id that nobody has, its lock held. */
  takeRunId(): Promise<number> {
    return this.#turns.run('session', async () => {
      const session = await this.#connect();
      const { rows } = await session.query<{ id: string }>(
        `WITH taken AS MATERIALIZED (SELECT nextval('runs_id_seq') AS id)
         SELECT id, pg_advisory_lock(${receiverLock('id')}) FROM taken`,
      );
      return Number(rows[0]!.id);
    });
  }

  /** Ends a run that is not accepted: nothing of its orders is kept. Its lock stays until it is released. */
  end(runId: number): Promise<void> {
    return this.#endings.add(runId);
  }

  /** Gives a run's lock back; without a connection it is given back already. */
  release(runId: number): Promise<void> {
    return this.#releases.add(runId);
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    this.#session = null;
    await session?.end();
  }

  #unlock(runIds: readonly number[]): Promise<void> {
    return this.#turns.run('session', async () => {
      const session = await this.#session?.catch(() => null);
      await session
        ?.query(`SELECT pg_advisory_unlock(${receiverLock('id')}) FROM unnest($1::bigint[]) AS id`, [runIds])
        .catch(() => undefined);
    });
  }

  #connect(): Promise<pg.Client> {
    this.#session ??= this.#open();
    return this.#session;
  }

  async #open(): Promise<pg.Client> {
    const session = new pg.Client({
      connectionString: this.#url,
      application_name: 'wrs receivers',
      // A machine that vanishes must not hold its locks for the hours that TCP takes by itself.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    });
    const forget = () => {
      this.#session = null;
    };
    session.on('error', forget);
    session.on('end', forget);
    try {
      await session.connect();
    } catch (error) {
      forget();
      throw error;
    }
    return session;
  }
}
