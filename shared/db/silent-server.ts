import pg from 'pg';
import { isPooled } from '../foundation/config/pooled-url.ts';
import { type Insides, insidesOf } from './pg-insides.ts';
import type { DatabaseTimeouts } from './timeouts.ts';

/** A connection of the pool. */
interface WatchedConnection {
  readonly insides: Insides;
  /** No work uses it now. */
  isIdle: boolean;
  /** Bytes that had been sent when all statements were answered. If more were sent since, a statement waits. */
  answered: number;
  /** Bytes in both directions at the last check. */
  bytes: number;
  /** The time of the last check at which `bytes` had changed. */
  since: number;
  /** How often in a row the server did not confirm, when it was asked, that it works on the connection's statement. */
  doubts: number;
}

/**
 * After this time without an answer the server is asked; sooner if `idleMs` is less. Checks come twice in this time.
 */
const SILENCE_MS = 5_000;

/** How long the server may take to say what it works on, at most. */
const ASKING_MS = 10_000;

/** One time may be this process's fault: while its event loop is blocked, it notices no answer. */
const MAX_DOUBTS = 1;

/** How long a server may take to end a connection that this process ends. */
const ENDING_MS = 1_000;

/**
 * Breaks connections whose server has vanished: its machine lost power, or a router dropped the connection. TCP alone
 * notices that after a quarter of an hour, or never if another machine answers for the server. A statement without a
 * time-out would wait as long. If a statement waits and nothing has come for some seconds, the server is asked on a new
 * connection whether it works on the statement. If it does not, or does not answer, twice in a row, the connection is
 * broken. If a connection is broken, all idle connections are broken too: most likely their server has vanished as well,
 * and each of them would fail a request. The pool opens new ones. Returns a function that ends the checks.
 */
export function breakSilentConnections(
  pool: pg.Pool,
  url: string,
  { idleMs, connectMs }: Pick<DatabaseTimeouts, 'idleMs' | 'connectMs'>,
): () => void {
  const limitMs = Math.min(idleMs, SILENCE_MS);
  const watched = new Map<pg.PoolClient, WatchedConnection>();
  pool.on('connect', (client) => {
    const insides = insidesOf(client);
    const answered = insides.connection.stream.bytesWritten;
    const each = { insides, isIdle: false, answered, bytes: 0, since: performance.now(), doubts: 0 };
    watched.set(client, each);
    client.on('drain', () => {
      each.answered = insides.connection.stream.bytesWritten;
    });
    client.once('end', () => watched.delete(client));
  });
  const setIdle = (client: pg.PoolClient, isIdle: boolean) => {
    const each = watched.get(client);
    if (each !== undefined) each.isIdle = isIdle;
  };
  pool.on('acquire', (client) => setIdle(client, false));
  pool.on('release', (_error, client) => setIdle(client, true));
  let isAsking = false;
  const look = async () => {
    const silent = [...watched.values()].filter((each) => isSilentFor(each, limitMs));
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const working = await workingOn(silent, url, Math.min(connectMs, ASKING_MS)).finally(() => {
      isAsking = false;
    });
    for (const each of silent) each.doubts = working.has(each) ? 0 : each.doubts + 1;
    const vanished = silent.filter((each) => isSilentFor(each, limitMs) && each.doubts > MAX_DOUBTS);
    if (vanished.length === 0) return;
    const idle = [...watched.values()].filter(({ isIdle }) => isIdle);
    for (const { insides } of [...vanished, ...idle]) insides.connection.stream.destroy();
  };
  const timer = setInterval(() => void look(), limitMs / 2).unref();
  return () => clearInterval(timer);
}

/**
 * Breaks a connection that this process ends, if its server does not end it as well. A server that has vanished never
 * does, so the process could not stop.
 */
export function limitEnding(client: pg.ClientBase): void {
  const insides = insidesOf(client);
  const end = insides.end.bind(client);
  insides.end = (...given) => {
    const { stream } = insides.connection;
    const timer = setTimeout(() => stream.destroy(), ENDING_MS).unref();
    stream.once('close', () => clearTimeout(timer));
    return end(...given);
  };
}

/** Breaks a connection at once, without telling the server. Statements that wait on it fail. */
export function breakConnection(client: pg.ClientBase): void {
  insidesOf(client).connection.stream.destroy();
}

function isSilentFor(each: WatchedConnection, ms: number): boolean {
  const { bytesRead, bytesWritten } = each.insides.connection.stream;
  if (bytesRead + bytesWritten !== each.bytes) {
    each.bytes = bytesRead + bytesWritten;
    each.since = performance.now();
    each.doubts = 0;
  }
  return bytesWritten > each.answered && performance.now() - each.since >= ms;
}

/**
 * The connections on which the server works. None if the server does not answer; all if it cannot be asked about them.
 */
async function workingOn(
  silent: readonly WatchedConnection[],
  url: string,
  limitMs: number,
): Promise<Set<WatchedConnection>> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'wrs watch',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (isPooled(url)) {
      await client.query('SELECT'); // PgBouncer's connections have no server process of their own
      return new Set(silent);
    }
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE pid = ANY ($1) AND (state = 'active' OR state_change > clock_timestamp() - interval '1 second')`,
      [silent.map(({ insides }) => insides.processID)],
    );
    const pids = new Set(rows.map(({ pid }) => pid));
    return new Set(silent.filter(({ insides }) => pids.has(insides.processID ?? 0)));
  } catch (error) {
    // A server that refuses the connection has not vanished: it is starting, or has no connection left.
    return new Set(error instanceof pg.DatabaseError ? silent : []);
  } finally {
    void client.end().catch(() => undefined);
  }
}
