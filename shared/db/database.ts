import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { isPooled } from '../foundation/config/pooled-url.ts';
import { Sealing } from '../foundation/sealing.ts';
import { ChargedPool } from './charged-pool.ts';
import { PrismaClient } from './generated/client.ts';
import { LockWaits } from './lock-waits.ts';
import { breakSilentConnections, limitEnding } from './silent-server.ts';
import { clientTimeouts, type DatabaseTimeouts, poolTimeouts } from './timeouts.ts';

/** One process's access to the database: a pool for SQL, and Prisma Client over the same pool. */
export interface Database {
  readonly url: string;
  /** Leads to the server without a pooler, for advisory locks, which belong to a session. */
  readonly directUrl: string;
  readonly pool: pg.Pool;
  /** How this process waits for locks that may be held for long. */
  readonly locks: LockWaits;
  /** Made at its first use. A thread that only routes makes none. */
  readonly prisma: PrismaClient;
  /** Seals and opens the secrets in the database. */
  readonly secrets: Sealing;
  /** Waits for running queries, then closes every connection. A connection that the server does not close is broken. */
  close(): Promise<void>;
}

/** The database as Prisma Client reaches it. */
export type PrismaDatabase = Pick<Database, 'prisma' | 'secrets' | 'locks'>;

/**
 * How the pool returns SQL values; Prisma has its own mapping. BIGINT and NUMERIC are numbers: ids stay below 2^53, and
 * unit values have at most 14 digits. DATE is the text `YYYY-MM-DD`, because a Date would depend on the time zone.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** What runs SQL: a pool, or one connection of it, perhaps in a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

interface DatabaseOptions {
  /** By default `url`. */
  readonly directUrl?: string | null;
  readonly poolSize?: number;
  readonly applicationName?: string;
  readonly onError?: (error: Error) => void;
  /**
   * Plans every statement each time it runs, for bulk work. A plan that was made while the tables were small would read
   * whole tables when they are large. Planning takes some tenths of a millisecond a statement.
   */
  readonly plansEachTime?: boolean;
  /** By default waits have no limit, as command lines need it. */
  readonly timeouts?: DatabaseTimeouts;
  /** By default there is no key. */
  readonly secrets?: Sealing;
}

/** Makes a pool and opens no connection yet. If `url` is wrong, the first query fails. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { timeouts } = options;
  const session = isPooled(url)
    ? { Client: pooledClient(timeouts), ...(timeouts && clientTimeouts(timeouts)) }
    : {
        ...(options.plansEachTime ? { options: '-c plan_cache_mode=force_custom_plan' } : {}),
        ...(timeouts && poolTimeouts(timeouts)),
      };
  const pool = new ChargedPool({
    connectionString: url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? 'wrs',
    ...session,
    types,
    // Statements that do not wait for another's answer take one round trip (pipeline.ts).
    pipeline: true,
    keepAlive: true,
    // If the server's machine vanishes, this notices it in minutes. TCP alone takes hours.
    keepAliveInitialDelayMillis: 10_000,
  });
  // If a connection breaks (a database restart), its query fails and the pool replaces the connection. Without this
  // listener, its error event would end the process.
  const onError = options.onError ?? (() => {});
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    limitEnding(client);
  });
  const endWatch = timeouts && breakSilentConnections(pool, url, timeouts);
  let prisma: PrismaClient | undefined;
  let closing: Promise<void> | undefined;
  const shut = async () => {
    await prisma?.$disconnect();
    await pool.end();
    endWatch?.();
  };
  return {
    url,
    directUrl: options.directUrl ?? url,
    pool,
    locks: new LockWaits(timeouts?.lockMs),
    secrets: options.secrets ?? new Sealing([]),
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool) });
      return prisma;
    },
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}

/**
 * A client of PgBouncer in transaction mode, where the next transaction may use another connection to the server.
 * Statements have no names, because the server knows a name on one connection only. Time-outs are set in each
 * transaction. A statement outside of a transaction has only the client's own time-out.
 */
function pooledClient(timeouts: DatabaseTimeouts | undefined): typeof pg.Client {
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
