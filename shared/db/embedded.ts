import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../foundation/config/config.ts';
import { isLockTimeout, isUnavailable } from '../foundation/errors/is-unavailable.ts';
import { freePort } from '../foundation/free-port.ts';
import {
  type Cluster,
  clusterUrl,
  openCluster,
  startCluster,
  stopCluster,
  superuserUrl,
} from './embedded-cluster.ts';
import { findPostmaster } from './embedded-postmaster.ts';

/** What uses the embedded server: the service, at most one on a DATA_DIR, or a command. */
export type DatabaseRole = 'service' | 'command';

/** The right to use a database. `release` must be called. */
export interface DatabaseLease {
  readonly url: string;
  /** Stops the embedded server if no other process uses it. Close every connection first. */
  release(): Promise<void>;
}

/** Another service runs on the same DATA_DIR. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** The connection of a user of the server, which has its locks. A user is a process. */
interface UserSession {
  readonly client: pg.Client;
  readonly port: number;
}

/**
 * Advisory locks count the users of the server. They end with the connection, so those of a killed process end too. All
 * users share USERS. A user that gets it alone is the last one and stops the server. The service also has SERVICE.
 */
const USERS = 1_145_000_001;
const SERVICE = 1_145_000_002;

const START_TIMEOUT_MS = 90_000;
const RETRY_MS = 50;
const START_ATTEMPTS = 3;

/**
 * Acquires the database that the configuration names: DATABASE_URL, or else an embedded server under DATA_DIR. If the
 * embedded server does not run, it is started; a server that a killed process has left is used. If it dies later, it is
 * started again on the same port. If that fails, `onLost` is called with the error.
 * Throws DataDirInUseError if the role is `service` and another service uses this DATA_DIR.
 */
export async function acquireDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { role: DatabaseRole; onLost?: (error: Error) => void },
): Promise<DatabaseLease> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, release: async () => {} };
  const cluster = await openCluster(join(config.dataDir, 'postgres'));
  const { role, onLost = () => {} } = options;
  let session = await joinUsers(cluster, role);
  const { port } = session;
  let renewal: Promise<void> = Promise.resolve();
  let released: Promise<void> | undefined;

  const renewWhenLost = () => {
    session.client.once('end', () => {
      if (!released) renewal = renew().catch(onLost);
    });
  };
  const renew = async () => {
    session = await joinUsers(cluster, role, port);
    renewWhenLost();
    if (session.port !== port)
      throw new Error(`The embedded PostgreSQL server moved to port ${session.port}.`);
  };
  const leave = async () => {
    await renewal;
    await leaveUsers(cluster, session);
  };
  renewWhenLost();
  return {
    url: clusterUrl(cluster, port),
    release: () => {
      released ??= leave();
      return released;
    },
  };
}

/** Makes this process a user of the cluster's server. Starts the server if it does not run. */
async function joinUsers(cluster: Cluster, role: DatabaseRole, port?: number): Promise<UserSession> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const at = await ensureServer(cluster, port);
    const client = new pg.Client({
      connectionString: superuserUrl(cluster, at),
      application_name: `wrs ${role}, process ${process.pid}`,
      keepAlive: true,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await takeLocks(client, role, cluster);
      await assertReady(cluster);
      return { client, port: at };
    } catch (error) {
      await client.end().catch(() => {});
      if (!isUnavailable(error) || Date.now() > deadline) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** Starts the cluster's server if it does not run, and returns its port. Other processes may do the same at once. */
async function ensureServer(cluster: Cluster, port: number | undefined): Promise<number> {
  for (let failures = 0; ; ) {
    const running = await findPostmaster(join(cluster.folder, 'data'));
    if (running) return running.port;
    const chosen = port ?? (await usualPort(cluster));
    try {
      if (await startCluster(cluster, chosen)) return chosen;
    } catch (error) {
      // The first failures are ignored: another program may have taken the port in between.
      if (++failures === START_ATTEMPTS) throw error;
    }
    await pause(RETRY_MS);
  }
}

/** Reuses the last port if it is free, so that clients reconnect without a new address. */
async function usualPort(cluster: Cluster): Promise<number> {
  const path = join(cluster.folder, 'port');
  const last = Number(await readFile(path, 'utf8').catch(() => 0));
  const port = await freePort(last).catch(() => freePort());
  if (port !== last) await writeFile(path, `${port}\n`);
  return port;
}

/**
 * Throws if the server is shutting down, because it refuses new connections then. A lock does not say so: sessions end
 * one by one, and this process may have got its lock from the session that stops the server.
 */
async function assertReady(cluster: Cluster): Promise<void> {
  const server = await findPostmaster(join(cluster.folder, 'data'));
  if (server?.isReady) return;
  throw Object.assign(new Error('The embedded PostgreSQL server is shutting down.'), { unavailable: true });
}

async function takeLocks(client: pg.Client, role: DatabaseRole, cluster: Cluster): Promise<void> {
  // Waits while another user stops the server. Then the server ends this connection.
  await client.query('SELECT pg_advisory_lock_shared($1)', [USERS]);
  if (role === 'command') return;
  try {
    // Waits a little: the server may still have to notice that a service was killed.
    await client.query(`SET lock_timeout = '2s'`);
    await client.query('SELECT pg_advisory_lock($1)', [SERVICE]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const { rows } = await client.query(
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND objid = $1 AND granted`,
      [SERVICE],
    );
    throw new DataDirInUseError(
      `${rows[0]?.name ?? 'Another service'} uses ${cluster.folder} already: stop it, or give each service its own DATA_DIR.`,
    );
  }
}

/** Ends this process's use of the server. The last user stops the server. */
async function leaveUsers(cluster: Cluster, { client }: UserSession): Promise<void> {
  try {
    // Unlock first, then try to get the lock alone: if two users leave at once, at least one of them gets it.
    await client.query('SELECT pg_advisory_unlock_shared($1)', [USERS]);
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [USERS]);
    if (rows[0].alone) await stopCluster(cluster);
  } catch (error) {
    // If the server is gone, nothing is left to do.
    if (!isUnavailable(error)) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
