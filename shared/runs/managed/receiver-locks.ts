import pg from 'pg';
import { KeyedMutex } from '../../platform/keyed-mutex.ts';

/**
 * First half of the advisory lock that is held on a run, its id being the other half, as long as it is being
 * received. PostgreSQL gives the lock back when its holder dies: who gets it knows that nobody receives.
 */
export const RECEIVER_LOCK = 0x72637672;

/**
 * The receiver's locks of one process, all on one connection of its own: a connection of the pool each would
 * leave too few for the orders. Where that connection is lost, so are the locks, and the runs that were being
 * received may be ended by `endAbandonedRuns`; their receivers notice with the next batch.
 */
export class ReceiverLocks {
  readonly #url: string;
  readonly #turns = new KeyedMutex<'session'>();
  #session: Promise<pg.Client> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** Takes a run id that nobody has, its lock held. */
  takeRunId(): Promise<number> {
    return this.#turns.run('session', async () => {
      const session = await this.#connect();
      const { rows } = await session.query<{ id: number }>(
        `WITH taken AS MATERIALIZED (SELECT nextval('runs_id_seq')::int AS id)
         SELECT id, pg_advisory_lock($1, id) FROM taken`,
        [RECEIVER_LOCK],
      );
      return rows[0]!.id;
    });
  }

  /** Gives a run's lock back; without a connection it is given back already. */
  release(runId: number): Promise<void> {
    return this.#turns.run('session', async () => {
      const session = await this.#session?.catch(() => null);
      await session
        ?.query('SELECT pg_advisory_unlock($1, $2)', [RECEIVER_LOCK, runId])
        .catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    this.#session = null;
    await session?.end();
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
