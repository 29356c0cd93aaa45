import { createPostgresBackend, createRedisBackend, type WorkerOptions } from 'bullmq';
import type pg from 'pg';
import { limitEnding } from '../silent-server.ts';

// Only this file knows the insides of BullMQ, whose version is pinned (shared/foundation/config/pinned-packages.ts). BullMQ does not
// recover by itself after a failed connection, or after a clock that was ahead. The tests of
// scripts/dev/checks/faults/idle-worker.nightly.int.test.ts fail if BullMQ changes what is used here.

/** BullMQ on Redis. Whenever it looks for stalled jobs, it also shortens delays that end too late. */
export const createRecoveringRedisBackend: typeof createRedisBackend = (...args) => {
  const backend = createRedisBackend(...args);
  const moveStalled = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = async () => {
    await endDelaysInTime(backend as unknown as RedisInsides);
    return moveStalled();
  };
  return backend;
};

/**
 * The most delayed jobs that are checked at once, the last ones first. If more are late, they follow at the next check.
 */
const DELAYS_AT_ONCE = 100;

/** The score by which BullMQ orders delayed jobs is their time in milliseconds times this. */
const SCORES_A_MS = 0x1000;

/**
 * Shortens delays that end too late. Delays end by the clocks of processes: if a clock was ahead and was set back, its
 * delays would last longer. Locks need no such check, because they end by the clock of Redis.
 */
async function endDelaysInTime(backend: RedisInsides): Promise<void> {
  const client = await backend.client;
  const last = await client.zrange(backend.keys.delayed, -DELAYS_AT_ONCE, -1);
  await Promise.all(
    last.map(async (id) => {
      const [score, delay] = await Promise.all([
        client.zscore(backend.keys.delayed, id),
        client.hget(backend.toKey(id), 'delay'),
      ]);
      const isLate = Number(score) / SCORES_A_MS > Date.now() + Number(delay) + CLOCKS_DIFFER_MS;
      // This fails if the job has begun meanwhile.
      if (isLate) await backend.changeDelay(id, Number(delay)).catch(() => undefined);
    }),
  );
}

/** Clocks of two machines may differ by up to this without a delay being changed. */
const CLOCKS_DIFFER_MS = 1_000;

/** What BullMQ does not declare of its backend on Redis. */
interface RedisInsides {
  readonly client: Promise<{
    zrange(key: string, from: number, to: number): Promise<string[]>;
    zscore(key: string, member: string): Promise<string | null>;
    hget(key: string, field: string): Promise<string | null>;
  }>;
  readonly keys: { readonly delayed: string };
  toKey(id: string): string;
  changeDelay(id: string, delayMs: number): Promise<void>;
}

/**
 * BullMQ on PostgreSQL that recovers. For clocks see `INTO_THE_PRESENT`. BullMQ alone remembers that its first
 * connection failed, so a queue that was opened while PostgreSQL did not answer would never work; here the next use
 * connects again. At its end BullMQ alone waits for its connection for jobs to end, even if the server has vanished;
 * here that wait is limited.
 */
export const createRecoveringPostgresBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const { connection, queueName, opts } = backend as unknown as Internals;
  const moveStalled = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = async () => {
    await connection.waitUntilReady(); // BullMQ's tables exist
    await connection.pool.query(INTO_THE_PRESENT, [queueName, Date.now(), opts.lockDuration ?? 0]);
    return moveStalled();
  };
  for (const each of [connection, backend as unknown as Readied]) {
    const connect = each.waitUntilReady.bind(each);
    each.waitUntilReady = () => {
      const ready = connect();
      ready.catch(() => {
        each.readyPromise = undefined;
      });
      return ready;
    };
  }
  const close = connection.close.bind(connection);
  connection.close = () => {
    if (connection.listenClient !== undefined) limitEnding(connection.listenClient);
    return close();
  };
  return backend;
};

/**
 * BullMQ stores times by the clocks of processes. If a clock was ahead and was set back, these would last too long:
 * delays of jobs, locks of killed workers, and the pause until the next look for such locks. After this statement no
 * job waits longer than its delay, and no lock lasts longer than $3.
 */
const INTO_THE_PRESENT = `
  WITH looked AS (
    DELETE FROM meta WHERE queue = $1 AND field = 'stalled-check' AND value::bigint > $2::bigint
  ), locked AS (
    UPDATE job SET locked_until_ms = $2::bigint + $3::bigint
    WHERE queue = $1 AND state = 'active' AND locked_until_ms > $2::bigint + $3::bigint
  )
  UPDATE job SET process_at_ms = $2::bigint + delay_ms
  WHERE queue = $1 AND state = 'delayed' AND process_at_ms > $2::bigint + delay_ms`;

/** What BullMQ does not declare of its backend on PostgreSQL. */
interface Internals {
  readonly connection: Readied & Closable & { readonly pool: pg.Pool };
  readonly queueName: string;
  readonly opts: Pick<WorkerOptions, 'lockDuration'>;
}

interface Closable {
  /** The connection that waits for jobs, outside of the pool. */
  readonly listenClient: pg.Client | undefined;
  close(): Promise<void>;
}

interface Readied {
  waitUntilReady(): Promise<void>;
  readyPromise: Promise<void> | undefined;
}
