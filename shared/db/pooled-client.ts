import pg from 'pg';
import type { DatabaseTimeouts } from './timeouts.ts';

/**
 * A client of PgBouncer in transaction mode, where the next transaction may use another connection to the server.
 * Statements have no names, because the server knows a name on one connection only. Time-outs are set in each
 * transaction. A statement outside of a transaction has only the client's own time-out.
 */
export function pooledClient(timeouts: DatabaseTimeouts | undefined): typeof pg.Client {
  const begin = timeouts === undefined ? 'BEGIN' : beginWith(timeouts);
  return class PooledClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg has seven overloads of it
    override query(statement: any, ...rest: unknown[]): any {
      const send = super.query.bind(this) as (...given: unknown[]) => unknown;
      if (typeof statement === 'string' && statement.startsWith('BEGIN'))
        return send(statement.replace('BEGIN', begin), ...rest);
      // A statement that submits itself is a stream (COPY) and has no name.
      const isNamed = statement?.name !== undefined && typeof statement.submit !== 'function';
      return send(isNamed ? { ...statement, name: undefined } : statement, ...rest);
    }
  };
}

function beginWith({ statementMs, lockMs, idleMs }: DatabaseTimeouts): string {
  return (
    `BEGIN; SET LOCAL statement_timeout = ${statementMs ?? 0}; SET LOCAL lock_timeout = ${lockMs};` +
    ` SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`
  );
}
