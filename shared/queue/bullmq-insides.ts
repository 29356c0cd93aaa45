import { createPostgresBackend, createRedisBackend, type WorkerOptions } from 'bullmq';
import type pg from 'pg';
import { limitEnding } from '../db/silent-server.ts';

// All that knows the insides of BullMQ: after a failed connection and after a clock that was ahead it does not recover
// by itself. The tests of scripts/checks/faults/idle-worker.int.test.ts fail if BullMQ changes them.

/** BullMQ on Redis that, each time it looks for stalled jobs, begins delays again that end too late. */
export const createRecoveringRedisBackend: typeof createRedisBackend = (...args) => {
  const backend = createRedisBackend(...args);
  const moveStalled = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = async () => {
    await endDelaysInTime(backend as unknown as RedisInsides);
    return moveStalled();
  };
  return backend;
};

/** Delayed jobs that are looked at each time: the last ones. If more are late, the others follow at later times. */
const DELAYS_AT_ONCE = 100;

/** BullMQ orders delayed jobs by their time in milliseconds times this. */
const SCORES_A_MS = 0x1000;

/**
 * Delays end by the clocks of processes. If a clock was ahead and was set back, they would end when that time comes again.
 * Locks end by the clock of Redis.
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
      // The job may have begun meanwhile.
      if (isLate) await backend.changeDelay(id, Number(delay)).catch(() => undefined);
    }),
  );
}

/** Clocks of two machines may differ by less: a job's delay does not begin again because of that. */
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
 * BullMQ on PostgreSQL that recovers: see `INTO_THE_PRESENT` for its clock. BullMQ also remembers that its first connection
 * failed: a queue that was opened while PostgreSQL did not answer would never work. So a failure is forgotten here, and the
 * next use connects again. When BullMQ closes, it waits for its connection for jobs to end, also if the server has vanished;
 * here that wait is limited.
 */
export const createRecoveringPostgresBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const { connection, queueName, opts } = backend as unknown as Internals;
  const moveStalled = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = async () => {
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
 * BullMQ stores times by the clocks of processes. If a clock was ahead and was set back, jobs that it delayed, locks of
 * workers that were killed, and the next look for these would all wait until that time comes again. No job waits longer
 * than its delay, and no lock is longer than $3.
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
