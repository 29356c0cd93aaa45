import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { isPooled } from '../config/pooled-url.ts';
import { PrismaClient } from './generated/client.ts';
import { pooledClient } from './pooled-client.ts';
import { breakSilentConnections, limitEnding } from './silent-server.ts';
import { clientTimeouts, type DatabaseTimeouts, poolTimeouts } from './timeouts.ts';

/** One process's access to the database: a pool for SQL, and Prisma Client over the same pool. */
export interface Database {
  readonly url: string;
  /** Leads to the server past a pooler, for locks that last as long as a connection: they need their own session. */
  readonly directUrl: string;
  readonly pool: pg.Pool;
  /** Made when it is first asked for: threads that only route never ask. */
  readonly prisma: PrismaClient;
  /** Waits for running queries, then closes every connection. One that its server does not close is broken. */
  close(): Promise<void>;
}

/** The database as Prisma Client alone reaches it. */
export type PrismaDatabase = Pick<Database, 'prisma'>;

/**
 * How SQL values arrive through the pool (Prisma has its own mapping): BIGINT and NUMERIC as numbers, as JSON
 * has no other (ids stay far below 2^53, unit values have 14 digits at most), and DATE as `YYYY-MM-DD`, as a Date of it would depend on
 * the machine's time zone.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Where SQL goes to: any connection of a pool, or one that has a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export interface DatabaseOptions {
  /** Not given: `url` leads to the server. */
  readonly directUrl?: string | null;
  readonly poolSize?: number;
  readonly applicationName?: string;
  readonly onError?: (error: Error) => void;
  /**
   * Plans every statement each time it runs, for bulk work: a plan that was made when the tables were small reads all of
   * them when they are large. That costs some tenths of a millisecond a statement.
   */
  readonly plansEachTime?: boolean;
  /** Not given: waits have no limit, as commands want it. */
  readonly timeouts?: DatabaseTimeouts;
}

/** Opens no connection yet: a wrong `url` shows with the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { timeouts } = options;
  const session = isPooled(url)
    ? { Client: pooledClient(timeouts), ...(timeouts && clientTimeouts(timeouts)) }
    : {
        ...(options.plansEachTime ? { options: '-c plan_cache_mode=force_custom_plan' } : {}),
        ...(timeouts && poolTimeouts(timeouts)),
      };
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? 'wrs',
    ...session,
    types,
    // Statements that do not wait for one another's answer take one round trip (pipeline.ts).
    pipeline: true,
    keepAlive: true,
    // A machine that vanishes is noticed in minutes, not in the hours that TCP takes by itself.
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
