import { isLargeAccount } from '../../account/account-parts.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { DatabaseTimeouts } from '../../db/timeouts.ts';
import { KeyedMutex } from '../../foundation/keyed-mutex.ts';
import { type AccountCall, doAccountTask } from './account-tasks.ts';
import type { RoutingPool } from './routing-pool.ts';

/**
 * Account work has connections of its own, so that routing never waits behind it. A client's changes have one of them at
 * most, so few are enough for many clients.
 */
const CONNECTIONS = 4;

/** How a task is done. */
interface AccountTaskOptions {
  /** What was sent for it. */
  readonly bytes: number;
  readonly isChange: boolean;
}

interface AccountWorkOptions {
  /** The database of the service. Its connections are not used. */
  readonly db: Pick<Database, 'url' | 'directUrl' | 'secrets'>;
  readonly threads: RoutingPool;
  readonly timeouts: DatabaseTimeouts;
  /** A body of so many bytes is read in a thread. */
  readonly largeBytes: number;
  readonly onError: (error: Error) => void;
}

/** Does what one process has to do on accounts, so that one client's work delays no other client. */
export class AccountWork {
  /** A client's changes wait here, without a connection, for those before them in this process. */
  readonly #turns: KeyedMutex<number>;
  readonly #db: Database;
  readonly #threads: RoutingPool;
  readonly #largeBytes: number;

  constructor({ db, threads, timeouts, largeBytes, onError }: AccountWorkOptions) {
    const { url, directUrl, secrets } = db;
    const applicationName = 'wrs accounts';
    const poolSize = CONNECTIONS;
    this.#db = openDatabase(url, { directUrl, poolSize, applicationName, timeouts, secrets, onError });
    this.#turns = new KeyedMutex(timeouts.lockMs);
    this.#threads = threads;
    this.#largeBytes = largeBytes;
  }

  /** Does a task of a client. Throws what the task throws. */
  run(client_id: number, call: AccountCall, { bytes, isChange }: AccountTaskOptions): Promise<unknown> {
    const work = () => this.#do(client_id, call, bytes);
    return isChange ? this.#turns.run(client_id, work) : work();
  }

  /** A task that may take long is done in a thread: an import, a large body, or one of a large account, which is all read. */
  async #do(client_id: number, call: AccountCall, bytes: number): Promise<unknown> {
    const isLarge = bytes >= this.#largeBytes || call.name === 'importLanes' || call.name === 'importPrices';
    if (!isLarge && !(await isLargeAccount(this.#db.pool, client_id)))
      return doAccountTask({ db: this.#db }, call);
    return this.#threads.run('doAccountTask', call, { owner: client_id });
  }

  /** Its connections, for metrics. */
  get pool(): Database['pool'] {
    return this.#db.pool;
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
