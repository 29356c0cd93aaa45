// What pg, Node's sockets and Prisma call a database that does not answer.
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02', // crashed
  '57P03', // starting up or shutting down
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
]);

// pg gives these no code.
const MESSAGES = /^(timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** What pg says, without a code, of a connection that broke: while it was asked, or before. */
export const BROKEN_CONNECTION = /^(Connection terminated|Client has encountered a connection error)/;

/** Tells whether a failure, or what caused it, is the database not being reached: worth trying again later. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (CODES.has(code) || code.startsWith('08')) return true;
    if (MESSAGES.test(cause.message) || BROKEN_CONNECTION.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true;
  }
  return false;
}
