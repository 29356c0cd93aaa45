import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A user of this machine, by number. */
interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** The account under which PostgreSQL's programs run. */
export interface ServerAccount {
  /** null: the user of this process */
  readonly user: UserIds | null;
  /** Whether the user gets a Linux capability to enter every folder. */
  readonly entersAnyFolder: boolean;
}

/** Reads and writes in every folder. Containers allow it, but not always the weaker dac_read_search. */
const ANY_FOLDER = 'dac_override';

const isRoot = () => process.geteuid?.() === 0;

/**
 * The user that will own a new cluster's data. If this process runs as root: `postgres` if there is such a user,
 * otherwise `nobody`. null: the user of this process. Throws Error if root finds neither.
 */
export function clusterOwner(): UserIds | null {
  if (!isRoot()) return null;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    'PostgreSQL may not run as root, and this machine has no user "postgres" or "nobody" for it.',
  );
}

/**
 * The account for the cluster in `data`. PostgreSQL refuses to run as root, so root starts it as the owner of `data`.
 * If this user may not enter a folder above the data or the program (a clone below /root, a temporary folder of mode
 * 0700), it gets the capability that lets it. If that does not help, throws an Error that names the folder and says what to do.
 */
export function serverAccount(data: string, program: string): ServerAccount {
  if (!isRoot()) return { user: null, entersAnyFolder: false };
  const { uid, gid } = statSync(data);
  const accounts = [false, true].map((entersAnyFolder) => ({ user: { uid, gid }, entersAnyFolder }));
  const usable = accounts.find(
    (account) =>
      succeeds(account, program, ['--version']) &&
      succeeds(account, '/bin/sh', ['-c', 'test -x "$1"', 'sh', data]),
  );
  if (usable) return usable;
  throw new Error(
    `PostgreSQL may not run as root, and user ${uid} may not enter ${closedFolder([data, program])}. Let it in ` +
      '(chmod o+x), choose another DATA_DIR, run the service as an ordinary user, or set DATABASE_URL.',
  );
}

/** The arguments of `spawn` that run a program under the account. */
export function asAccount(
  account: ServerAccount,
  program: string,
  args: readonly string[],
): { command: string; args: string[]; options: { cwd: string; uid?: number; gid?: number } } {
  const { user, entersAnyFolder } = account;
  if (!user || !entersAnyFolder) return { command: program, args: [...args], options: { cwd: '/', ...user } };
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // initdb checks its programs by access(2), which ignores a user's capabilities unless this bit is set.
  const grants = [
    `--inh-caps=+${ANY_FOLDER}`,
    `--ambient-caps=+${ANY_FOLDER}`,
    '--securebits=+no_setuid_fixup',
  ];
  return { command: 'setpriv', args: [...ids, ...grants, '--', program, ...args], options: { cwd: '/' } };
}

function succeeds(account: ServerAccount, program: string, args: readonly string[]): boolean {
  const { command, args: words, options } = asAccount(account, program, args);
  return spawnSync(command, words, { ...options, stdio: 'ignore' }).status === 0;
}

/** For the message: the outermost folder above one of the paths that other users may not enter. */
function closedFolder(paths: readonly string[]): string {
  const closed = paths.flatMap(foldersAbove).find((folder) => (statSync(folder).mode & 0o001) === 0);
  return closed ?? paths.map((path) => dirname(path)).join(' or ');
}

function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...foldersAbove(parent), parent];
}
