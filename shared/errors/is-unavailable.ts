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
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  // SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '25P03', // a transaction was idle for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // a lock was not free in time
  '57014', // a statement was cancelled, most often by its time-out
  '57P01', // shut down by an administrator
  '57P02', // crashed
  '57P03', // starting up or shutting down
  '57P05', // a session was idle for too long
]);

/** SQLSTATE classes: a broken connection, and too few resources (disk, memory, connections). */
const CLASSES = ['08', '53'];
const SQLSTATE = /^[0-9A-Z]{5}$/;

// pg gives these no code.
const MESSAGES =
  /^(timeout exceeded when trying to connect|Cannot use a pool after calling end|Query read timeout)/;

/** What pg says, without a code, of a connection that broke: while it was asked, or before. */
export const BROKEN_CONNECTION = /^(Connection terminated|Client has encountered a connection error)/;

/** What ioredis and Redis say while Redis is away, starts, or is being replaced. */
const REDIS =
  /^(Connection is closed|Stream isn't writeable|Command timed out|Reached the max retries per request|(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN) )/;

/**
 * Tells whether a failure, or what caused it, passes by itself: the database or the queue is not reached, or a
 * time-out struck. Worth trying again later.
 */
export function isUnavailable(error: unknown): boolean {
  for (let each = error, depth = 0; isObject(each) && depth < MOST_CAUSES; each = causeOf(each), depth += 1) {
    if (isKnown(each)) return true;
    if (each instanceof AggregateError && each.errors.some(isUnavailable)) return true;
  }
  return false;
}

/** So many causes are looked at: one may be its own. */
const MOST_CAUSES = 5;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What caused an error. Prisma has it in a place of its own. */
function causeOf(error: object): unknown {
  const { cause, meta } = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  return cause ?? meta?.driverAdapterError;
}

function isKnown(error: object): boolean {
  const { code, message, unavailable } = error as {
    code?: unknown;
    message?: unknown;
    unavailable?: unknown;
  };
  if (unavailable === true) return true; // said by the thread where it failed
  if (typeof code === 'string') {
    if (CODES.has(code)) return true;
    if (SQLSTATE.test(code) && CLASSES.includes(code.slice(0, 2))) return true;
  }
  if (typeof message !== 'string') return false;
  return MESSAGES.test(message) || BROKEN_CONNECTION.test(message) || REDIS.test(message);
}

/** SQLSTATE of a lock that was not free within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Tells whether a lock was not free in time. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
}
