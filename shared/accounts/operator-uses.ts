import { LRUCache } from 'lru-cache';
import type { PrismaDatabase } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { writeAudit } from './audit.ts';

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
    await writeAudit(this.#db.prisma, { client_id, who, action: 'operator.request', subject, changes: [] });
  }
}
