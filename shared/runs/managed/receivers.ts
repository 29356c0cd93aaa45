import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Batcher } from '../../foundation/batcher.ts';
import { endReceiving, RECEIVING_SECONDS } from './receiving-store.ts';
import { RECEIVING } from './run-states.ts';

/** Several renewals may fail before others end a run. A sender may take longer for a chunk, so a timer renews. */
const RENEW_MS = (RECEIVING_SECONDS / 6) * 1000;

/**
 * Thousands of uploads may break off at once. Their runs are ended together on a few connections, so that requests get the
 * others. More than one, because a run with many orders takes long to end.
 */
const ENDINGS_AT_ONCE = 3;
const MAX_ENDED_TOGETHER = 500;

/**
 * The runs that this process receives. While it lives it renews their `receiving_until`; what is not renewed in time has
 * lost its receiver (`endAbandonedRuns`). A receiver whose run was ended meanwhile notices it with the next batch.
 */
export class Receivers {
  readonly #pool: Database['pool'];
  readonly #runs = new Set<number>();
  readonly #endings: Batcher<number, undefined>;
  readonly #timer: NodeJS.Timeout;

  constructor({ pool }: Pick<Database, 'pool'>, renewMs = RENEW_MS) {
    this.#pool = pool;
    this.#endings = new Batcher(
      ENDINGS_AT_ONCE,
      async (runIds) => {
        await inTransaction(pool, (tx) => endReceiving(tx, runIds, null));
        return runIds.map(() => undefined);
      },
      MAX_ENDED_TOGETHER,
    );
    // What fails is done again in time, or the database is away and the run cannot go on.
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), renewMs);
    this.#timer.unref();
  }

  /** Renews a run until it is released. */
  add(runId: number): void {
    this.#runs.add(runId);
  }

  release(runId: number): void {
    this.#runs.delete(runId);
  }

  /** Ends a run that is not accepted, and deletes its orders. */
  end(runId: number): Promise<void> {
    return this.#endings.do(runId);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    if (this.#runs.size === 0) return;
    // A run that is locked has a batch under way, or is ended.
    await this.#pool.query(
      `UPDATE runs SET receiving_until = clock_timestamp() + make_interval(secs => $2)
       WHERE (id, ledger_id) IN (
         SELECT id, ledger_id FROM runs WHERE id = ANY($1) AND ${RECEIVING} FOR NO KEY UPDATE SKIP LOCKED
       )`,
      [[...this.#runs], RECEIVING_SECONDS],
    );
  }
}

const FAILURE =
  'The service stopped while it received this run. None of its orders was routed: send it again.';

/**
 * Ends the runs whose receiver died: marks them as failed and deletes their orders. It may run at any time, in any number
 * of processes. Returns the ids of the runs that it ended.
 */
export async function endAbandonedRuns({ pool }: Pick<Database, 'pool'>): Promise<number[]> {
  const ended: number[] = [];
  for (;;) {
    const some = await inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ id: number }>(
        `SELECT id FROM runs WHERE phase = 'receiving' AND receiving_until < clock_timestamp()
         ORDER BY id LIMIT ${MAX_ENDED_TOGETHER} FOR UPDATE SKIP LOCKED`,
      );
      return endReceiving(
        tx,
        rows.map(({ id }) => id),
        FAILURE,
      );
    });
    if (some.length === 0) return ended;
    ended.push(...some);
  }
}
