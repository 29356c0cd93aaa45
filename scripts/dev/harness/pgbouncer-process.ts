import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clusterOwner } from '../../../shared/db/embedded-account.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).error === undefined;

/** Starts PgBouncer in transaction mode with so many connections to the server of `directUrl`. `url`: for DATABASE_URL. */
export async function startPgBouncer(directUrl: string, connections: number) {
  const server = new URL(directUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'wrs-pgbouncer-'));
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username} password='${decodeURIComponent(server.password)}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 1000',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  await chmod(folder, 0o755); // root starts it as another user
  const child = spawn('pgbouncer', ['--quiet', file], { stdio: 'ignore', ...clusterOwner() });
  const url = new URL(directUrl);
  url.port = String(port);
  url.searchParams.set('pgbouncer', 'true');
  while (child.exitCode === null && !(await answers(url.href))) await pause(100);
  return {
    url: url.href,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('SELECT');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
