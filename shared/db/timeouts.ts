import type pg from 'pg';

/**
 * How long a process waits for the database, in milliseconds. The server enforces the first three, also while the
 * process itself is frozen.
 */
export interface DatabaseTimeouts {
  /** One statement. null: no limit, for statements that take longer for more data. */
  readonly statementMs: number | null;
  /** One lock. For a request it is the limit of its whole wait for the ledger. */
  readonly lockMs: number;
  /**
   * A transaction whose process sends nothing. The server then ends its connection, which releases its locks. After the
   * same time without an answer, at most 5 s, the process asks whether the server still works (silent-server.ts).
   */
  readonly idleMs: number;
  /** Getting a connection of the pool, also a new one. */
  readonly connectMs: number;
}

/** The server cancels a late statement. So much later the process itself gives up waiting for the server. */
const SERVER_GRACE_MS = 5_000;

/** The time-outs as pg takes them. */
export function poolTimeouts(timeouts: DatabaseTimeouts): pg.PoolConfig {
  const { statementMs, lockMs, idleMs } = timeouts;
  return {
    ...clientTimeouts(timeouts),
    ...(statementMs !== null && { statement_timeout: statementMs }),
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  };
}

/** The time-outs that the process itself enforces. */
export function clientTimeouts({ statementMs, connectMs }: DatabaseTimeouts): pg.PoolConfig {
  return {
    ...(statementMs !== null && { query_timeout: statementMs + SERVER_GRACE_MS }),
    connectionTimeoutMillis: connectMs,
  };
}

/** Time-outs for work on managed runs, whose statements take longer for larger runs. */
export function forRuns(timeouts: DatabaseTimeouts): DatabaseTimeouts {
  return { ...timeouts, statementMs: null };
}

/** How long the process itself waits for a statement that takes longer for more data. */
export const A_DAY_MS = 24 * 60 * 60_000;

/**
 * Removes the server's limit on statements until the transaction ends. Each long statement also needs `longStatement`.
 */
export async function allowLongStatements(tx: pg.PoolClient): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
}

/** A statement that takes longer for more data. The process waits for it as long as the server allows. */
export function longStatement<S extends pg.QueryConfig>(statement: S): S {
  return { ...statement, query_timeout: A_DAY_MS };
}
