// Messages of pg's errors without a code. Only this file knows them.

/** A connection broke during a query or before it. */
export const BROKEN_CONNECTION = /^(Connection terminated|Client has encountered a connection error)/;

/** The pool has no connection to give. */
export const NO_CONNECTION = /^(timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

const UNANSWERED = /^Query read timeout/;

/** Whether a statement had no answer within its `query_timeout`. */
export function isUnanswered(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && UNANSWERED.test(message);
}
