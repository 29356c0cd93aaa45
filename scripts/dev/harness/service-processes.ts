import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Cluster,
  clusterUrl,
  openCluster,
  startCluster,
  stopCluster,
} from '../../../shared/db/embedded-cluster.ts';
import { findPostmaster } from '../../../shared/db/embedded-postmaster.ts';
import { migrate } from '../../../shared/db/migrate.ts';
import { freePort } from '../../../shared/platform/free-port.ts';
import { KeptProcess } from './kept-process.ts';
import { ProcessLogs } from './process-logs.ts';
import { spawnRedis, spawnService } from './service-process.ts';

/** A part of the service that can be killed. */
export type ServicePart = 'api' | 'worker' | 'postgres' | 'redis';

export type BackendName = 'postgres' | 'redis';

/** Which processes are started: one API, and `workers` workers with `threads` threads each. */
export interface ProcessOptions {
  readonly backend: BackendName;
  readonly workers: number;
  readonly threads?: number;
  /** Whether they log everything, to files that `secretsInLogs` searches; else nothing, or to LOG_LEVEL. */
  readonly logs?: true;
  /** Further settings of the processes. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Ports {
  readonly api: number;
  readonly postgres: number;
  readonly redis: number;
}

/** The compiled service as real processes on its own servers, in a folder that `stop` removes. */
export class ServiceProcesses {
  readonly #options: ProcessOptions;
  readonly #folder: string;
  readonly #cluster: Cluster;
  readonly #ports: Ports;
  readonly #logs: ProcessLogs;
  readonly #parts = new Map<ServicePart, KeptProcess[]>();

  private constructor(options: ProcessOptions, folder: string, cluster: Cluster, ports: Ports) {
    this.#options = options;
    this.#folder = folder;
    this.#cluster = cluster;
    this.#ports = ports;
    this.#logs = new ProcessLogs(join(folder, 'logs'));
  }

  /** Starts everything. Resolves when the API is ready. */
  static async start(options: ProcessOptions): Promise<ServiceProcesses> {
    const folder = await mkdtemp(join(tmpdir(), 'wrs-processes-'));
    await mkdir(join(folder, 'logs'));
    const cluster = await openCluster(join(folder, 'postgres'));
    const ports = { api: await freePort(), postgres: await freePort(), redis: await freePort() };
    const service = new ServiceProcesses(options, folder, cluster, ports);
    await startCluster(cluster, ports.postgres);
    await migrate(service.databaseUrl);
    if (options.backend === 'redis') service.#run('redis', 1, () => spawnRedis(ports.redis));
    service.#run('api', 1, () => service.#node('api'));
    service.#run('worker', options.workers, () => service.#node('worker'));
    await service.#untilReady();
    return service;
  }

  get databaseUrl(): string {
    return clusterUrl(this.#cluster, this.#ports.postgres);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#ports.api}`;
  }

  /** The ids of a part's processes. Not for the database. */
  pids(part: Exclude<ServicePart, 'postgres'>): number[] {
    return (this.#parts.get(part) ?? []).map(({ pid }) => pid);
  }

  /** Secrets in the logs so far: the database's password, `known`, and all that looks like a secret. */
  secretsInLogs(known: readonly string[]): ReturnType<ProcessLogs['search']> {
    return this.#logs.search([this.#cluster.password, ...known]);
  }

  /** Kills the nth process of a part with SIGKILL. It is started again; Redis is empty then. */
  async kill(part: ServicePart, n = 0): Promise<void> {
    if (part !== 'postgres') {
      const parts = this.#parts.get(part) ?? [];
      parts[n % parts.length]?.signal('SIGKILL');
      return;
    }
    const server = await findPostmaster(join(this.#cluster.folder, 'data'));
    if (server) process.kill(server.pid, 'SIGKILL');
    for (;;) {
      // At first the children of the killed server still have its memory and its lock file.
      if (await startCluster(this.#cluster, this.#ports.postgres).catch(() => false)) return;
      await pause(100);
    }
  }

  async stop(): Promise<void> {
    for (const parts of [...this.#parts.values()].reverse())
      await Promise.all(parts.map((part) => part.end('SIGTERM')));
    await stopCluster(this.#cluster);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #run(part: ServicePart, count: number, start: () => ChildProcess): void {
    this.#parts.set(
      part,
      Array.from({ length: count }, () => new KeptProcess(start, reportRestart)),
    );
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await pause(50);
    }
  }

  #node(kind: 'api' | 'worker'): ChildProcess {
    const { backend, threads, env, logs } = this.#options;
    return spawnService(kind, {
      databaseUrl: this.databaseUrl,
      redisPort: backend === 'redis' ? this.#ports.redis : null,
      env: {
        PORT: String(this.#ports.api),
        LOG_LEVEL: logs ? 'trace' : process.env.LOG_LEVEL || 'silent',
        ...env,
        ...(threads === undefined ? {} : { WORKER_THREADS: String(threads) }),
      },
      log: logs ? this.#logs.open(kind) : null,
    });
  }
}

/** Reports a process that ended although nobody killed it. */
function reportRestart(code: number | null, signal: NodeJS.Signals | null): void {
  if (signal !== 'SIGKILL') console.error(`    a process ended by itself (${code ?? signal}): started again`);
}

/** The peak resident memory of a process, in MB. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
