import { createPostgresBackend } from 'bullmq';
import type pg from 'pg';
import { limitEnding } from '../silent-server.ts';

// Only this file knows the insides of BullMQ, whose version is pinned (shared/foundation/config/pinned-packages.ts). BullMQ
// does not recover by itself after a failed connection. The tests of scripts/dev/checks/faults/idle-worker.nightly.int.test.ts
// fail if BullMQ changes what is used here.

/**
 * BullMQ on PostgreSQL that recovers. BullMQ alone remembers that its first connection failed, so a queue that was opened
 * while PostgreSQL did not answer would never work; here the next use connects again. At its end BullMQ alone waits for its connection for jobs to end, even if the server has vanished;
 * here that wait is limited.
 */
export const createRecoveringPostgresBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const { connection } = backend as unknown as Internals;
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

/** What BullMQ does not declare of its backend on PostgreSQL. */
interface Internals {
  readonly connection: Readied & Closable;
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
