import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type Cluster,
  clusterUrl,
  startCluster,
  stopCluster,
  superuserUrl,
} from '../../../shared/db/embedded-cluster.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { baseBackup, giveToServer } from './base-backup.ts';

/** A streaming replica of an embedded PostgreSQL server, on this machine. */
export interface Standby {
  /** A value for DATABASE_URL, once it is promoted. Until then it answers reads only. */
  readonly url: string;
  /** Makes it a server of its own, which takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** What a server must be started with so that it can have a standby. */
export const PRIMARY_SETTINGS = { max_wal_senders: '4' } as const;

const NAME = 'standby';
/** Starts a standby of the server of `primary`. From then on a commit waits until it is on both disks. */
export async function startStandby(primary: Cluster, primaryPort: number): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-standby-'));
  await chmod(folder, 0o711); // root starts it as another user
  const standby: Cluster = { folder, password: primary.password };
  const port = await freePort();
  await appendFile(
    join(primary.folder, 'data/pg_hba.conf'),
    'host replication all 127.0.0.1/32 scram-sha-256\n',
  );
  await onServer(superuserUrl(primary, primaryPort), async (client) => {
    await client.query('SELECT pg_reload_conf()');
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [NAME]);
  });
  await baseBackup(primary, primaryPort, folder);
  await writeFile(join(folder, 'data/standby.signal'), '');
  await giveToServer(join(folder, 'data'));
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres password=${primary.password} application_name=${NAME}`;
  await appendFile(
    join(folder, 'data/postgresql.auto.conf'),
    `primary_conninfo = '${from}'\nprimary_slot_name = '${NAME}'\n`,
  );
  await startCluster(standby, port, PRIMARY_SETTINGS);
  await onServer(superuserUrl(primary, primaryPort), async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`);
    await client.query('SELECT pg_reload_conf()');
  });
  return {
    url: clusterUrl(standby, port),
    promote: () =>
      onServer(superuserUrl(standby, port), async (client) => {
        await client.query('SELECT pg_promote()');
      }),
    async stop() {
      await stopCluster(standby);
      await rm(folder, { recursive: true });
    },
  };
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
