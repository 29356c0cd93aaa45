import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, clusterUrl, startCluster, stopCluster } from '../../../shared/db/embedded-cluster.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { baseBackup, giveToServer } from './base-backup.ts';
import { asSuperuser, RELOAD } from './superuser.ts';

/** What a server must be started with so that it can have a standby. */
export const PRIMARY_SETTINGS = { max_wal_senders: '4' } as const;

const NAME = 'standby';

/**
 * Starts a streaming replica of the server of `primary`. From then on a commit waits until it is on both disks. `url` is
 * for DATABASE_URL once it is promoted. Until then it answers reads only.
 */
export async function startStandby(primary: Cluster, primaryPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-standby-'));
  await chmod(folder, 0o711); // root starts it as another user
  const standby: Cluster = { folder, password: primary.password };
  const port = await freePort();
  await appendFile(
    join(primary.folder, 'data/pg_hba.conf'),
    'host replication all 127.0.0.1/32 scram-sha-256\n',
  );
  await asSuperuser(
    primary,
    primaryPort,
    RELOAD,
    `SELECT pg_create_physical_replication_slot('${NAME}', true)`,
  );
  await baseBackup(primary, primaryPort, folder);
  await writeFile(join(folder, 'data/standby.signal'), '');
  await giveToServer(join(folder, 'data'));
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres password=${primary.password} application_name=${NAME}`;
  await appendFile(
    join(folder, 'data/postgresql.auto.conf'),
    `primary_conninfo = '${from}'\nprimary_slot_name = '${NAME}'\n`,
  );
  await startCluster(standby, port, PRIMARY_SETTINGS);
  await asSuperuser(primary, primaryPort, `ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`, RELOAD);
  return {
    url: clusterUrl(standby, port),
    promote: () => asSuperuser(standby, port, 'SELECT pg_promote()'),
    async stop() {
      await stopCluster(standby);
      await rm(folder, { recursive: true });
    },
  };
}
