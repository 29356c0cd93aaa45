import type { Database } from '../db/database.ts';

/** A key's use is written once in so long, at most. */
const INTERVAL_SECONDS = 60;
/** Uses are written together, so long after the first of them. */
const DELAY_MS = 1000;

/** Tables with `last_used_at`. */
type UsedTable = 'api_keys' | 'account_tokens';

/**
 * Writes when keys were last used, beside requests: a request only notes its key here. What cannot be written is
 * left out; the next use comes. Several processes together write a key once a minute, too.
 */
export class LastUse {
  readonly #pool: Database['pool'];
  readonly #table: UsedTable;
  readonly #onError: (error: unknown) => void;
  /** By key: when it was noted last for writing, in milliseconds. */
  readonly #noted = new Map<number, number>();
  #pending = new Set<number>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(pool: Database['pool'], table: UsedTable, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#table = table;
    this.#onError = onError;
  }

  /** Notes that a key is being used. */
  note(id: number, now: number): void {
    const last = this.#noted.get(id);
    if (last !== undefined && now - last < INTERVAL_SECONDS * 1000) return;
    this.#noted.set(id, now);
    this.#pending.add(id);
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref();
  }

  /** Writes what is noted and still to be written. */
  async close(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const ids = [...this.#pending];
    this.#pending = new Set();
    if (ids.length === 0) return;
    const written = this.#pool.query(
      `UPDATE ${this.#table} SET last_used_at = clock_timestamp() WHERE id = ANY($1)
       AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - make_interval(secs => $2))`,
      [ids, INTERVAL_SECONDS],
    );
    this.#writing = Promise.allSettled([this.#writing, written.catch(this.#onError)]).then(() => undefined);
  }
}
