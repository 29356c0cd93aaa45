import type { Database } from '../db/database.ts';
import { RecentlyUsed } from '../platform/recently-used.ts';
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
  readonly #db: Pick<Database, 'prisma'>;
  readonly #reads = new RecentlyUsed<string, { readonly at: number; readonly written: Promise<unknown> }>(
    MAX_READS,
  );

  constructor(db: Pick<Database, 'prisma'>) {
    this.#db = db;
  }

  /** Resolves when the request is in the log; `now` in milliseconds. Rejects if it cannot be written. */
  async note(use: OperatorUse, now: number): Promise<void> {
    if (use.method !== 'GET' && use.method !== 'HEAD') return this.#write(use);
    const key = JSON.stringify([use.who.name, use.client_id, use.path]);
    const read = () => this.#reads.get(key, () => ({ at: now, written: this.#write(use) }));
    let latest = read();
    if (now - latest.at >= READ_INTERVAL_MS) {
      this.#reads.drop(key, latest);
      latest = read();
    }
    await latest.written.catch((error: unknown) => {
      this.#reads.drop(key, latest);
      throw error;
    });
  }

  async #write({ client_id, who, method, path }: OperatorUse): Promise<void> {
    const subject = `${method} ${path}`;
    await writeAudit(this.#db.prisma, { client_id, who, action: 'operator.request', subject, changes: [] });
  }
}
