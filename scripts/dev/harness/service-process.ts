import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../../shared/platform/project-root.ts';

/** What a process of the compiled service is started with. */
export interface ServiceStart {
  readonly databaseUrl: string;
  /** The port of a Redis server of this machine; null: jobs wait in PostgreSQL. */
  readonly redisPort: number | null;
  /** Further settings, which go before all others. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its log and its errors go to: a file that is open, or null: errors only, to those of this process. */
  readonly log: number | null;
  /** The folder of the compiled service; by default this clone. */
  readonly root?: string;
}

const PROGRAMS = { api: 'dist/api/server.js', worker: 'dist/worker/main.js' } as const;

/** Starts an API or a worker, as `npm run api` and `npm run worker` do. */
export function spawnService(
  kind: keyof typeof PROGRAMS,
  { databaseUrl, redisPort, env, log, root = projectRoot }: ServiceStart,
): ChildProcess {
  return spawn(process.execPath, [join(root, PROGRAMS[kind])], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--max-old-space-size=1024', // as package.json starts them
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_PER_MINUTE: '0',
      ...(redisPort === null ? {} : { REDIS_URL: `redis://127.0.0.1:${redisPort}` }),
      ...env,
    },
    stdio: ['ignore', log ?? 'ignore', log ?? 'inherit'],
  });
}

/** Starts a Redis server that stores nothing on disk. */
export function spawnRedis(port: number): ChildProcess {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return spawn('redis-server', options, { stdio: 'ignore' });
}
