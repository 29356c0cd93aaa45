import { BROKEN_CONNECTION, isUnanswered, NO_CONNECTION } from './pg-messages.ts';

// Codes of pg, Node's sockets and Prisma for a database that does not answer.
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
  '25006', // the server is read-only now: an operator made it so, or it is a replica after a fail-over
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

/** What Prisma's driver adapter says of these errors, for a raw query without a code (`convertDriverError` in it). */
const KINDS = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/** SQLSTATE classes: a broken connection, and too few resources (disk, memory, connections). */
const CLASSES = ['08', '53'];
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Messages of ioredis and Redis while Redis cannot be reached, is starting, or is being replaced. */
const REDIS =
  /^(Connection is closed|Stream isn't writeable|Command timed out|Reached the max retries per request|Too many Cluster redirections|Failed to refresh slots cache|Cluster isn't ready|(LOADING|OOM|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN) )/;

/**
 * Whether an error, or its cause, is temporary, so that the work can be tried again later: the database or the queue
 * cannot be reached, or a time-out ended a wait.
 */
export function isUnavailable(error: unknown): boolean {
  return withCauses(error).some(
    (each) => isKnown(each) || (each instanceof AggregateError && each.errors.some(isUnavailable)),
  );
}

/** The most causes that are checked, because an error may be its own cause. */
const MAX_CAUSES = 5;

function withCauses(error: unknown): object[] {
  const found: object[] = [];
  for (let each = error; isObject(each) && found.length < MAX_CAUSES; each = causeOf(each)) found.push(each);
  return found;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The cause of an error. Prisma has its own property for it. */
function causeOf(error: object): unknown {
  const { cause, meta } = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  return cause ?? meta?.driverAdapterError;
}

function isKnown(error: object): boolean {
  const { code, kind, message, unavailable } = error as {
    code?: unknown;
    kind?: unknown;
    message?: unknown;
    unavailable?: unknown;
  };
  if (unavailable === true) return true; // set by the thread in which it failed
  if (typeof kind === 'string' && KINDS.has(kind)) return true;
  if (typeof code === 'string') {
    if (CODES.has(code)) return true;
    if (SQLSTATE.test(code) && CLASSES.includes(code.slice(0, 2))) return true;
  }
  if (typeof message !== 'string') return false;
  return (
    [NO_CONNECTION, BROKEN_CONNECTION, REDIS].some((known) => known.test(message)) || isUnanswered(error)
  );
}

/** SQLSTATE of a lock that was not free within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a lock was not free in time. */
export function isLockTimeout(error: unknown): boolean {
  return withCauses(error).some((each) => (each as { code?: unknown }).code === LOCK_NOT_AVAILABLE);
}
