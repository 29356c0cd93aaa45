import { chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import pg from 'pg';
import { clusterOwner } from '../../../shared/db/embedded-account.ts';
import { type Cluster, superuserUrl } from '../../../shared/db/embedded-cluster.ts';

/** These files and what these folders contain belong to one server, or are copied last. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', `pg_wal${sep}`, `pg_replslot${sep}`];

/** Copies an embedded server that is at work into `folder`, as docs/guides/back-up.md says. */
export async function baseBackup(cluster: Cluster, port: number, folder: string): Promise<void> {
  const [from, to] = [join(cluster.folder, 'data'), join(folder, 'data')];
  // One connection begins and ends the backup. It needs the superuser, or a role that may call these two functions.
  const admin = new pg.Client({ connectionString: superuserUrl(cluster, port) });
  await admin.connect();
  await admin.query(`SELECT pg_backup_start('copy', fast => true)`);
  await mkdir(folder, { recursive: true });
  await copyFile(join(cluster.folder, 'password'), join(folder, 'password'));
  await copyAtWork(from, to, (path) => !LEFT_OUT.some((name) => path.startsWith(join(from, name))));
  const { rows } = await admin.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  );
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
  // The log comes last, because it has all that was written during the copy.
  await copyAtWork(join(from, 'pg_wal'), join(to, 'pg_wal'), () => true);
  await admin.end();
  await giveToServer(to);
}

/** Copies a folder of a server. A file that vanishes meanwhile is no loss, because the log has its content. */
async function copyAtWork(from: string, to: string, isCopied: (path: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!isCopied(source)) continue;
    if (entry.isDirectory()) await copyAtWork(source, target, isCopied);
    else await copyFile(source, target).catch(unlessGone);
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** If this runs as root, the server and its files belong to another user. */
export async function giveToServer(data: string): Promise<void> {
  const owner = clusterOwner();
  if (owner === null) return;
  for (const name of ['', ...(await readdir(data, { recursive: true }))])
    await chown(join(data, name), owner.uid, owner.gid);
}
