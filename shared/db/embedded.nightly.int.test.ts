import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../foundation/config/config.ts';
import { projectRoot } from '../foundation/project-root.ts';
import { compiled } from '../testing/compiled.ts';
import { acquireDatabase, type DatabaseRole } from './embedded.ts';
import { findPostmaster } from './embedded-postmaster.ts';

const NOBODY = 65_534;
/** Whether the tests can run as another user: this one is root, and the other one can read the program. */
const canBeNobody =
  process.geteuid?.() === 0 &&
  spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', join(projectRoot, 'package.json')], { uid: NOBODY })
    .status === 0;

/** A folder that only its owner may enter: mkdtemp makes it with mode 0700. */
let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wrs-embedded-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const left = await runningServer();
  if (left) process.kill(left.pid, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const runningServer = () => findPostmaster(join(dataDir, 'postgres', 'data'));
const acquire = (role: DatabaseRole) => acquireDatabase(loadConfig({ DATA_DIR: dataDir }), { role });

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/**
 * Another process that has acquired the database. `ready` resolves with its URL; `end` makes it release the database.
 */
async function startHolder(role: DatabaseRole, options: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [compiled('shared/testing/lease-process'), role], {
    ...options,
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, DATA_DIR: dataDir, TMPDIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const end = async () => {
    child.stdin.end();
    await once(child, 'exit');
    return child.exitCode;
  };
  return { child, url: await nextLine(), nextLine, end };
}

describe('acquireDatabase', () => {
  it('takes DATABASE_URL as it is', async () => {
    const config = loadConfig({ DATABASE_URL: 'postgresql://db/x', DATA_DIR: dataDir });
    const lease = await acquireDatabase(config, { role: 'service' });
    await lease.release();
    expect(lease.url).toBe('postgresql://db/x');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('makes, starts and stops a server below a folder that only its owner may enter', async () => {
    const lease = await acquire('service');
    expect(await ask(lease.url, 'SHOW server_encoding')).toBe('UTF8');
    expect(await ask(lease.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(false);
    await Promise.all([lease.release(), lease.release()]);
    expect(await runningServer()).toBeNull();
  });

  it('gives one server to all who ask at once, and stops it with the last', async () => {
    const holders = await Promise.all([
      startHolder('service'),
      startHolder('command'),
      startHolder('command'),
    ]);
    expect(new Set(holders.map(({ url }) => url)).size).toBe(1);
    const [service, ...commands] = holders;
    await service.end();
    expect(await ask(service.url, 'SELECT 1')).toBe(1);
    expect(await Promise.all(commands.map(({ end }) => end()))).toEqual([0, 0]);
    expect(await runningServer()).toBeNull();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  });

  if (!canBeNobody) return;
  it('serves root from the data of an ordinary user, who can use them afterwards', async () => {
    await chown(dataDir, NOBODY, NOBODY);
    await chmod(dataDir, 0o700);
    const user = { uid: NOBODY, gid: NOBODY };
    const first = await startHolder('service', user);
    await ask(first.url, 'CREATE TABLE kept (n int)');
    expect(await first.end()).toBe(0);
    const root = await acquire('service');
    expect(await ask(root.url, 'SELECT count(*)::int FROM kept')).toBe(0);
    await root.release();
    const again = await startHolder('service', user);
    expect(await ask(again.url, 'SELECT count(*)::int FROM kept')).toBe(0);
    expect(await again.end()).toBe(0);
  });
});

describe('acquireDatabase, where a server was made before', () => {
  let madeBefore: string;
  beforeAll(async () => {
    madeBefore = await mkdtemp(join(tmpdir(), 'wrs-embedded-'));
    const lease = await acquireDatabase(loadConfig({ DATA_DIR: madeBefore }), { role: 'service' });
    await lease.release();
  });
  afterAll(() => rm(madeBefore, { recursive: true, force: true }));
  beforeEach(() => {
    spawnSync('cp', ['-a', join(madeBefore, 'postgres'), dataDir]);
  });

  it('keeps data and port from one start to the next', async () => {
    const first = await acquire('service');
    await ask(first.url, 'CREATE TABLE kept (n int)');
    await first.release();
    const second = await acquire('service');
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT count(*)::int FROM kept')).toBe(0);
    await second.release();
  });

  it('lets nobody in without the password', async () => {
    const lease = await acquire('service');
    const guess = new URL(lease.url);
    guess.password = 'password';
    await expect(ask(guess.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await lease.release();
  });

  it('never stops the server under a command that comes while another goes', async () => {
    const comeAndGo = async () => {
      for (let i = 0; i < 5; i++) {
        const lease = await acquire('command');
        expect(await ask(lease.url, 'SELECT 1')).toBe(1);
        await lease.release();
      }
    };
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
    expect(await runningServer()).toBeNull();
  });

  it('refuses a second service on one DATA_DIR, naming the first, and leaves the first alone', async () => {
    const first = await startHolder('service');
    await expect(acquire('service')).rejects.toThrow(
      new RegExp(`^wrs service, process ${first.child.pid} uses .*DATA_DIR`),
    );
    expect(await ask(first.url, 'SELECT 1')).toBe(1);
    await first.end();
  });

  it('takes over the server of a service that was killed', async () => {
    const killed = await startHolder('service');
    await ask(killed.url, 'CREATE TABLE kept (n int)');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const server = await runningServer();
    const next = await acquire('service');
    expect([next.url, await runningServer()]).toEqual([killed.url, server]);
    await next.release();
    expect(await runningServer()).toBeNull();
  });

  it('starts a server that was killed again, where it was', async () => {
    const lease = await acquire('service');
    await ask(lease.url, 'CREATE TABLE kept (n int)');
    const killed = (await runningServer())!;
    process.kill(killed.pid, 'SIGKILL');
    await expect.poll(runningServer).toMatchObject({ port: killed.port });
    await expect.poll(() => ask(lease.url, 'SELECT count(*)::int FROM kept').catch(() => null)).toBe(0);
    // The service is a user of the server again as soon as it has both locks.
    const locks = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted`;
    await expect.poll(() => ask(lease.url, locks)).toBe(2);
    await expect(acquire('service')).rejects.toThrow(/DATA_DIR/);
    await lease.release();
    expect(await runningServer()).toBeNull();
  });

  it('starts beside a process that has the id of a server killed long ago', async () => {
    const first = await acquire('service');
    await first.release();
    const data = join(dataDir, 'postgres', 'data');
    await writeFile(join(data, 'postmaster.pid'), `${process.ppid}\n${data}\n1\n5432\n\n127.0.0.1\n`);
    const second = await acquire('service');
    expect(await ask(second.url, 'SELECT 1')).toBe(1);
    await second.release();
  });

  it('is not touched by a Ctrl-C before the service gives it back', async () => {
    const holder = await startHolder('service');
    process.kill(-holder.child.pid!, 'SIGINT');
    expect(await holder.nextLine()).toBe('interrupted');
    expect(await ask(holder.url, 'SELECT 1')).toBe(1);
    expect(await holder.end()).toBe(0);
  });
});
