import type pg from 'pg';

/**
 * How long a process waits for the database, in milliseconds. The server enforces the first three, also while the
 * process itself is frozen.
 */
export interface DatabaseTimeouts {
  /** One statement. null: no limit, for statements whose length grows with the data. */
  readonly statementMs: number | null;
  /** One lock. Requests spend it on the whole wait for their ledger. */
  readonly lockMs: number;
  /**
   * A transaction whose process sends nothing; the server then ends its connection, which frees its locks. After the
   * same time without an answer, or 5 s, the process asks whether the server is still there (silent-server.ts).
   */
  readonly idleMs: number;
  /** A connection of the pool, a new one included. */
  readonly connectMs: number;
}

/** The server cancels a late statement. If the server itself does not answer, the connection is given up later. */
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

/** Those of them that the process itself watches over. */
export function clientTimeouts({ statementMs, connectMs }: DatabaseTimeouts): pg.PoolConfig {
  return {
    ...(statementMs !== null && { query_timeout: statementMs + SERVER_GRACE_MS }),
    connectionTimeoutMillis: connectMs,
  };
}

/** Time-outs for work on managed runs: the length of its statements grows with the run. */
export function forRuns(timeouts: DatabaseTimeouts): DatabaseTimeouts {
  return { ...timeouts, statementMs: null };
}

const A_DAY_MS = 24 * 60 * 60_000;

/** Lifts the server's limit on statements to the end of the transaction. Each long one also needs `longStatement`. */
export async function allowLongStatements(tx: pg.PoolClient): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
}

/** A statement whose length grows with the data: its connection waits for it, as long as the server allows. */
export function longStatement<S extends pg.QueryConfig>(statement: S): S {
  return { ...statement, query_timeout: A_DAY_MS };
}
