import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';
import { type DatabaseTimeouts, poolTimeouts } from './timeouts.ts';

/** One process's access to the database: a pool for SQL, and Prisma Client over the same pool. */
export interface Database {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

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
  readonly poolSize?: number;
  readonly applicationName?: string;
  readonly onError?: (error: Error) => void;
  /**
   * Plans every statement anew, for who works in bulk: a plan that was kept from when the tables were small reads
   * all of them once they are large. That costs some tenths of a millisecond a statement.
   */
  readonly plansAnew?: boolean;
  /** Not given: waits have no limit, as commands want it. */
  readonly timeouts?: DatabaseTimeouts;
}

/** Opens no connection yet: a wrong `url` shows with the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? 'wrs',
    ...(options.plansAnew ? { options: '-c plan_cache_mode=force_custom_plan' } : {}),
    ...(options.timeouts && poolTimeouts(options.timeouts)),
    types,
    // Statements that do not wait for one another's answer take one round trip (transaction.ts, `together`).
    pipeline: true,
    keepAlive: true,
    // A machine that vanishes is noticed in minutes, not in the hours that TCP takes by itself.
    keepAliveInitialDelayMillis: 10_000,
  });
  // A connection that breaks (a database restart) fails its query, if it has one, and is replaced by the pool;
  // unheard, its error event would end the process.
  const onError = options.onError ?? (() => {});
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  let closing: Promise<void> | undefined;
  const shut = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  return {
    url,
    pool,
    prisma,
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}
