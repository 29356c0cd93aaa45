import type pg from 'pg';

/** Makes a statement of a pool fail. */
export interface FailingStatements {
  /**
   * Does `work` while the statement of this number fails with an SQLSTATE, counted from 0. Returns the statement and what
   * `work` threw; null: it has fewer statements.
   */
  during(
    work: () => Promise<unknown>,
    nth: number,
    sqlstate: string,
  ): Promise<{ readonly statement: string; readonly thrown: unknown } | null>;
}

/** BEGIN and ROLLBACK do not fail on the server. */
const NEVER_FAILS = /^(BEGIN|ROLLBACK)/;

/**
 * Statements of a new pool that fail on the server, as a full disk, a deadlock, a time-out or a trigger lets them fail:
 * the transaction has failed with them.
 */
export function failingStatements(pool: pg.Pool): FailingStatements {
  let left = Number.POSITIVE_INFINITY;
  let state = '';
  let failed: string | null = null;
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (NEVER_FAILS.test(text) || left-- !== 0) return send(statement, ...rest);
      failed = text;
      const raise = `DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${state}'; END $$`;
      return send(raise, ...rest.filter((each) => typeof each === 'function'));
    }) as typeof client.query;
  });
  return {
    async during(work, nth, sqlstate) {
      [left, state, failed] = [nth, sqlstate, null];
      const thrown: unknown = await work().then(
        () => null,
        (error) => error,
      );
      left = Number.POSITIVE_INFINITY;
      return failed === null ? null : { statement: failed, thrown };
    },
  };
}
