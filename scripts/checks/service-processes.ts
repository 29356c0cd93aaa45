import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Cluster,
  clusterUrl,
  openCluster,
  startCluster,
  stopCluster,
} from '../../shared/db/embedded-cluster.ts';
import { findPostmaster } from '../../shared/db/embedded-postmaster.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { freePort } from '../../shared/platform/free-port.ts';
import { projectRoot } from '../../shared/platform/project-root.ts';

/** A part of the service that can be killed. */
export type Part = 'api' | 'worker' | 'postgres' | 'redis';

export type BackendName = 'postgres' | 'redis';

/** Which processes are started: one API, `workers` workers with `threads` threads each. */
export interface ProcessOptions {
  readonly backend: BackendName;
  readonly workers: number;
  readonly threads?: number;
  /** Further settings of the processes. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Ports {
  readonly api: number;
  readonly postgres: number;
  readonly redis: number;
}

/** The compiled service as real processes on servers of its own, in a folder that is gone afterwards. */
export class ServiceProcesses {
  readonly #options: ProcessOptions;
  readonly #folder: string;
  readonly #cluster: Cluster;
  readonly #ports: Ports;
  readonly #parts = new Map<Part, Kept[]>();

  private constructor(options: ProcessOptions, folder: string, cluster: Cluster, ports: Ports) {
    this.#options = options;
    this.#folder = folder;
    this.#cluster = cluster;
    this.#ports = ports;
  }

  /** Starts all of it; returns when the API serves. */
  static async start(options: ProcessOptions): Promise<ServiceProcesses> {
    const folder = await mkdtemp(join(tmpdir(), 'wrs-processes-'));
    const cluster = await openCluster(join(folder, 'postgres'));
    const ports = { api: await freePort(), postgres: await freePort(), redis: await freePort() };
    const service = new ServiceProcesses(options, folder, cluster, ports);
    await startCluster(cluster, ports.postgres);
    await migrate(service.databaseUrl);
    if (options.backend === 'redis') service.#keep('redis', 1, () => service.#redis());
    service.#keep('api', 1, () => service.#node('dist/api/server.js'));
    service.#keep('worker', options.workers, () => service.#node('dist/worker/main.js'));
    await service.#untilReady();
    return service;
  }

  get databaseUrl(): string {
    return clusterUrl(this.#cluster, this.#ports.postgres);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#ports.api}`;
  }

  /** The process ids of a part's processes, not of the database's. */
  pids(part: Exclude<Part, 'postgres'>): number[] {
    return (this.#parts.get(part) ?? []).map(({ pid }) => pid);
  }

  /** Kills the nth process of a part with SIGKILL; it is started again. Redis comes back empty. */
  async kill(part: Part, n = 0): Promise<void> {
    if (part !== 'postgres') {
      const parts = this.#parts.get(part) ?? [];
      parts[n % parts.length]?.kill();
      return;
    }
    const server = await findPostmaster(join(this.#cluster.folder, 'data'));
    if (server) process.kill(server.pid, 'SIGKILL');
    for (;;) {
      // At first the children of the killed server still hold its memory and its lock file.
      if (await startCluster(this.#cluster, this.#ports.postgres).catch(() => false)) return;
      await pause(100);
    }
  }

  async stop(): Promise<void> {
    for (const parts of [...this.#parts.values()].reverse())
      await Promise.all(parts.map((part) => part.end()));
    await stopCluster(this.#cluster);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #keep(part: Part, count: number, start: () => ChildProcess): void {
    this.#parts.set(
      part,
      Array.from({ length: count }, () => new Kept(start)),
    );
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await pause(50);
    }
  }

  #node(program: string): ChildProcess {
    const { backend, threads, env } = this.#options;
    return spawn(process.execPath, [join(projectRoot, program)], {
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: '--max-old-space-size=1024', // as package.json starts them
        DATABASE_URL: this.databaseUrl,
        PORT: String(this.#ports.api),
        LOG_LEVEL: process.env.LOG_LEVEL || 'silent',
        RATE_LIMIT_PER_MINUTE: '0',
        ...env,
        ...(threads === undefined ? {} : { WORKER_THREADS: String(threads) }),
        ...(backend === 'redis' ? { REDIS_URL: `redis://127.0.0.1:${this.#ports.redis}` } : {}),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  #redis(): ChildProcess {
    const port = String(this.#ports.redis);
    const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    return spawn('redis-server', options, { stdio: 'ignore' });
  }
}

/** The most memory that a process has ever had resident, in MB. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

/** A process that is started again when it is killed. */
class Kept {
  #child: ChildProcess;
  readonly #start: () => ChildProcess;
  #ending = false;

  constructor(start: () => ChildProcess) {
    this.#start = start;
    this.#child = this.#watch();
  }

  get pid(): number {
    return this.#child.pid!;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async end(): Promise<void> {
    this.#ending = true;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
  }

  #watch(): ChildProcess {
    const child = this.#start();
    child.once('exit', (code, signal) => {
      if (this.#ending) return;
      if (signal !== 'SIGKILL')
        console.error(`    a process ended by itself (${code ?? signal}): started again`);
      this.#child = this.#watch();
    });
    return child;
  }
}
