import type pg from 'pg';
import { recordId } from '../contracts/common.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { Queryable } from '../db/database.ts';
import type { LockedTransaction } from '../db/transaction.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { RoutingDeps } from '../ledger/prepared-run.ts';

/** What work in a thread needs. */
export interface WorkDeps extends Pick<RoutingDeps, 'db' | 'lanes' | 'windowWork' | 'answerSearch'> {
  /** Whether another task waits for the thread: the work ends soon then. */
  readonly isThreadWaitedFor?: () => boolean;
}

/** After so long without progress the jobs of a piece of work may have been lost. */
export const QUIET_SECONDS = 3;

/** What names a piece of work. */
export interface WorkKey {
  readonly id: number;
  readonly ledger_id: number;
}

/** The lock of a piece of work's row: a step under way has it. */
export function workLock(owner: number, table: WorkTable['table'] | 'runs', id: number): LockedTransaction {
  return { owner, lock: `${table} ${id}` };
}

interface Work extends WorkKey {
  readonly status: string;
}

/** A table of work that jobs do for ledgers, step by step. Its rows alone say what is done. */
interface WorkTable {
  readonly table: 'what_ifs';
  /** Singular noun, for messages. */
  readonly name: string;
  /** What is read of a row. */
  readonly columns: string;
  /** The condition of rows that jobs may work on. */
  readonly underWay: string;
  /** How many may be under way in a ledger at once, and how a refusal says that they are. */
  readonly limit: number;
  readonly limitMessage: string;
}

/** What all tables of work have in common. `Row` is what is read of a row. */
export function workIn<Row extends Work>({ table, name, columns, ...limits }: WorkTable) {
  const { underWay, limit, limitMessage } = limits;
  /** Reads the work of this id of a ledger; null if it has none. */
  async function load(db: Queryable, ledgerId: number, id: number): Promise<Row | null> {
    const { rows } = await db.query<Row & pg.QueryResultRow>(
      `SELECT ${columns} FROM ${table} WHERE id = $1::bigint AND ledger_id = $2`,
      [id, ledgerId],
    );
    return rows[0] ?? null;
  }

  return {
    load,

    /** The same for a person. Throws AppError not_found. */
    async find(db: Queryable, ledgerId: number, id: number): Promise<Row> {
      const found = await load(db, ledgerId, id);
      if (found === null) throw new AppError('not_found', `There is no ${name} ${id}.`);
      return found;
    },

    /**
     * Stores work in the caller's transaction. Its jobs do the rest. Throws AppError rate_limited if the ledger has too much
     * under way.
     */
    async create(
      tx: pg.PoolClient,
      values: Readonly<Record<string, unknown>> & { readonly ledger_id: number },
    ): Promise<Row> {
      const places = Object.keys(values).map((_, at) => `$${at + 2}`);
      const { rows } = await tx.query<Row & pg.QueryResultRow>(
        `INSERT INTO ${table} (${Object.keys(values)}) SELECT ${places}
         WHERE (SELECT count(*) FROM ${table} WHERE ledger_id = $1 AND ${underWay}) < ${limit} RETURNING ${columns}`,
        [values.ledger_id, ...Object.values(values)],
      );
      if (rows[0] !== undefined) return rows[0];
      const detail = `${limit} ${name}s ${limitMessage}. Wait for one to end, or cancel one.`;
      throw new AppError('rate_limited', detail, { retryAfterSeconds: 60 });
    },

    /** Reads one page of a ledger's work, newest first. Throws AppError validation_failed for a bad cursor. */
    async page(
      db: Queryable,
      ledgerId: number,
      { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
    ) {
      const { rows } = await db.query<Row & pg.QueryResultRow>(
        `SELECT ${columns} FROM ${table} WHERE ledger_id = $1 AND ($2::bigint IS NULL OR id < $2)
         ORDER BY id DESC LIMIT $3`,
        [ledgerId, cursor ? decodeCursor(recordId, cursor) : null, limit + 1],
      );
      return pageOf<Row>(rows, limit, ({ id }) => id);
    },

    /** Ends work that is under way, and returns it; null: it was not. What it did stays done. */
    async end(
      db: Queryable,
      { id, ledger_id }: WorkKey,
      status: Row['status'],
      failure: string | null = null,
    ): Promise<Row | null> {
      const { rows } = await db.query<Row & pg.QueryResultRow>(
        `UPDATE ${table} SET status = $3, failure = $4, finished_at = clock_timestamp(), updated_at = clock_timestamp()
         WHERE id = $1 AND ledger_id = $2 AND ${underWay} RETURNING ${columns}`,
        [id, ledger_id, status, failure],
      );
      return rows[0] ?? null;
    },
  };
}
