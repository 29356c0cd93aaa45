import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
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
import { spawnRedis, spawnService } from './service-process.ts';

export type QueueKind = 'postgres' | 'redis';

/** A process of the compiled service. */
export interface ServiceProcess {
  readonly kind: 'api' | 'worker';
  readonly pid: number;
  /** The address of an API, or of a worker's metrics. */
  readonly url: string;
  /** Ends it with SIGTERM, as a deployment does. Throws if its exit code is not 0, with the end of its log. */
  stop(): Promise<void>;
}

export interface ProcessStart {
  /** The folder of the compiled service; by default this clone. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Folder {
  readonly path: string;
  readonly isPermanent: boolean;
}

/** Any number of APIs and workers as real processes, with their own PostgreSQL server and, if wanted, their own Redis server. */
export class Fleet {
  readonly queue: QueueKind;
  readonly cluster: Cluster;
  readonly #folder: Folder;
  readonly #ports: { readonly postgres: number; readonly redis: number };
  readonly #running = new Set<ServiceProcess>();
  #redis: ChildProcess | null = null;

  private constructor(queue: QueueKind, folder: Folder, cluster: Cluster, ports: Fleet['ports']) {
    this.queue = queue;
    this.#folder = folder;
    this.cluster = cluster;
    this.#ports = ports;
  }

  /** `folder` may have a database already. If it `isPermanent`, `stop` does not remove it. */
  static async start(
    queue: QueueKind,
    {
      folder,
      isPermanent = false,
      settings = {},
    }: {
      readonly folder?: string;
      readonly isPermanent?: boolean;
      /** Of the PostgreSQL server. */
      readonly settings?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Fleet> {
    const path = folder ?? (await mkdtemp(join(tmpdir(), 'wrs-fleet-')));
    const cluster = await openCluster(join(path, 'postgres'));
    const ports = { postgres: await freePort(), redis: await freePort() };
    const fleet = new Fleet(queue, { path, isPermanent }, cluster, ports);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void fleet.stop().finally(() => process.exit(1)));
    }
    await startCluster(cluster, ports.postgres, settings);
    if (queue === 'redis') fleet.#redis = spawnRedis(ports.redis);
    return fleet;
  }

  get ports(): { readonly postgres: number; readonly redis: number } {
    return this.#ports;
  }

  get databaseUrl(): string {
    return clusterUrl(this.cluster, this.#ports.postgres);
  }

  migrate(): Promise<string[]> {
    return migrate(this.databaseUrl);
  }

  async startApi(start: ProcessStart = {}): Promise<ServiceProcess> {
    const port = await freePort();
    return this.#start('api', start, port, { PORT: String(port) }, '/readyz');
  }

  async startWorker(start: ProcessStart = {}): Promise<ServiceProcess> {
    const port = await freePort();
    return this.#start('worker', start, port, { WORKER_METRICS_PORT: String(port) }, '/metrics');
  }

  /** The CPU seconds that each part has used so far. */
  async cpuSeconds(): Promise<Record<'api' | 'worker' | 'postgres' | 'redis', number>> {
    const sum = async (pids: readonly number[]) =>
      (await Promise.all(pids.map(cpuOf))).reduce((total, seconds) => total + seconds, 0);
    const of = (kind: 'api' | 'worker') =>
      [...this.#running].filter((each) => each.kind === kind).map(({ pid }) => pid);
    const server = await findPostmaster(join(this.cluster.folder, 'data'));
    return {
      api: await sum(of('api')),
      worker: await sum(of('worker')),
      postgres: server ? await sum([server.pid, ...(await childrenOf(server.pid))]) : 0,
      redis: this.#redis ? await sum([this.#redis.pid!]) : 0,
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((each) => each.stop()));
    this.#redis?.kill();
    await stopCluster(this.cluster);
    if (!this.#folder.isPermanent) await rm(this.#folder.path, { recursive: true, force: true });
  }

  async #start(
    kind: ServiceProcess['kind'],
    { root, env }: ProcessStart,
    port: number,
    place: Readonly<Record<string, string>>,
    ready: string,
  ): Promise<ServiceProcess> {
    // Warnings and errors alone, so that logging costs nothing where time is measured.
    const logFile = join(this.#folder.path, `${kind}-${port}.log`);
    const log = await open(logFile, 'w');
    const child = spawnService(kind, {
      databaseUrl: this.databaseUrl,
      redisPort: this.#redis === null ? null : this.#ports.redis,
      env: { LOG_LEVEL: process.env.LOG_LEVEL || 'warn', ...env, ...place },
      log: log.fd,
      ...(root !== undefined && { root }),
    });
    const gone = once(child, 'exit');
    await log.close();
    const started: ServiceProcess = {
      kind,
      pid: child.pid!,
      url: `http://127.0.0.1:${port}`,
      stop: async () => {
        this.#running.delete(started);
        child.kill('SIGTERM');
        const [code, signal] = await gone;
        if (code !== 0) throw new Error(`The ${kind} ended with ${code ?? signal}.\n${await endOf(logFile)}`);
        await rm(logFile);
      },
    };
    for (;;) {
      const answer = await fetch(`${started.url}${ready}`).catch(() => null);
      if (answer?.ok) break;
      if (child.exitCode !== null)
        throw new Error(
          `The ${kind} ended with ${child.exitCode} before it served.\n${await endOf(logFile)}`,
        );
      await pause(50);
    }
    this.#running.add(started);
    return started;
  }
}

const SHOWN_CHARACTERS = 4_000;

async function endOf(logFile: string): Promise<string> {
  return (await readFile(logFile, 'utf8')).slice(-SHOWN_CHARACTERS);
}

/** Resident memory of a process now, in MB. */
export async function residentMb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

/** One value of a process's /metrics. */
export async function metricOf({ url }: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

const TICKS_A_SECOND = 100;

async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_A_SECOND;
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, at) => parents[at] === parent);
}
