import { LRUCache } from 'lru-cache';
import type { Database, PrismaDatabase } from '../db/database.ts';
import type { KeyKind } from '../db/generated/enums.ts';
import { inLockedPrisma } from '../db/transaction.ts';
import type { Actor } from './actor.ts';
import { writeAudit } from './audit.ts';

/** The use of a key is written at most once in this time. */
const INTERVAL_SECONDS = 60;
/** Uses are written together, this long after the first of them. */
const DELAY_MS = 1000;

/**
 * Writes when keys were last used, and from where. A request only notes its key here, and does not wait. If a write fails,
 * it is left out, because the next use will be written. Several processes together also write a key once a minute at most.
 */
export class LastUse {
  readonly #pool: Database['pool'];
  readonly #kind: KeyKind;
  readonly #onError: (error: unknown) => void;
  /** By key: when it was last noted, in milliseconds since 1970. */
  readonly #noted = new Map<number, number>();
  #pending = new Map<number, string>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(pool: Database['pool'], kind: KeyKind, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#kind = kind;
    this.#onError = onError;
  }

  /** Notes that a key is being used from an address. */
  note(id: number, now: number, address: string): void {
    const last = this.#noted.get(id);
    if (last !== undefined && now - last < INTERVAL_SECONDS * 1000) return;
    this.#noted.set(id, now);
    this.#pending.set(id, address);
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref();
  }

  /** Writes the uses that are not written yet. */
  async close(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const uses = [...this.#pending];
    this.#pending = new Map();
    if (uses.length === 0) return;
    const written = this.#pool.query(
      `UPDATE access_keys k SET last_used_at = clock_timestamp(), last_used_from = used.address
       FROM unnest($1::int[], $2::text[]) AS used (id, address) WHERE k.kind = $4::key_kind AND k.id = used.id
       AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - make_interval(secs => $3))`,
      [uses.map(([id]) => id), uses.map(([, address]) => address), INTERVAL_SECONDS, this.#kind],
    );
    this.#writing = Promise.allSettled([this.#writing, written.catch(this.#onError)]).then(() => undefined);
  }
}

/** A request of an operator for a client's account. */
export interface OperatorUse {
  /** null: a request about all clients */
  readonly client_id: number | null;
  readonly who: Actor;
  readonly method: string;
  readonly path: string;
}

/** A console that is open reads the same paths every second. They are written once in this time. */
const READ_INTERVAL_MS = 60_000;

/** The most paths that are remembered. If one is forgotten, it is only written sooner. */
const MAX_READS = 1000;

/**
 * Writes the requests of operators for accounts to the audit log: every change, and each path that an operator reads
 * once a minute (of each process).
 */
export class OperatorUses {
  readonly #db: PrismaDatabase;
  readonly #reads = new LRUCache<string, { readonly at: number; readonly written: Promise<unknown> }>({
    max: MAX_READS,
  });

  constructor(db: PrismaDatabase) {
    this.#db = db;
  }

  /** Resolves when the request is in the log; `now` in milliseconds. Rejects if it cannot be written. */
  async note(use: OperatorUse, now: number): Promise<void> {
    if (use.method !== 'GET' && use.method !== 'HEAD') return this.#write(use);
    const key = JSON.stringify([use.who.name, use.client_id, use.path]);
    let latest = this.#reads.get(key);
    if (latest === undefined || now - latest.at >= READ_INTERVAL_MS) {
      latest = { at: now, written: this.#write(use) };
      this.#reads.set(key, latest);
    }
    await latest.written.catch((error: unknown) => {
      if (this.#reads.peek(key) === latest) this.#reads.delete(key);
      throw error;
    });
  }

  async #write({ client_id, who, method, path }: OperatorUse): Promise<void> {
    const subject = `${method} ${path}`;
    const entry = { client_id, who, action: 'operator.request', subject, changes: [] };
    const lock = `audit ${client_id}`;
    await inLockedPrisma(this.#db, { lock, owner: lock }, (tx) => writeAudit(tx, entry));
  }
}
