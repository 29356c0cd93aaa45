import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import {
  type Cluster,
  clusterUrl,
  openCluster,
  startCluster,
  stopCluster,
} from '../../../shared/db/embedded-cluster.ts';
import { findPostmaster } from '../../../shared/db/embedded-postmaster.ts';
import { migrate } from '../../../shared/db/migrate.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { findSecrets } from '../../../shared/testing/find-secrets.ts';
import { TEST_SECRETS, TEST_SECRETS_KEY } from '../../../shared/testing/test-secrets.ts';
import { childrenOf } from './process-figures.ts';
import { RedisServer } from './redis-server.ts';

export type QueueKind = 'postgres' | 'redis';
export const QUEUE_KINDS: readonly QueueKind[] = ['postgres', 'redis'];

/** A process of the compiled service. */
export interface ServiceProcess {
  readonly pid: number;
  /** The address of an API, or of a worker's metrics. */
  readonly url: string;
  /** Ends it with SIGTERM, as a deployment does. Throws if its exit code is not 0, with the end of its log. */
  stop(): Promise<void>;
}

export interface ProcessStart {
  /** The folder of the compiled service; by default this clone. */
  readonly root?: string;
  /** Settings, which go before all others. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServiceOptions {
  /** Where jobs wait. By default in PostgreSQL. */
  readonly queue?: QueueKind;
  /** How many of each are started at once. By default one API and no worker. */
  readonly apis?: number;
  readonly workers?: number;
  /** Settings of all processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the PostgreSQL server. */
  readonly postgres?: Readonly<Record<string, string>>;
  /** A folder for the PostgreSQL server, which may have a database already. `stop` does not remove it. */
  readonly postgresFolder?: string;
  /** A folder that keeps the logs. */
  readonly logs?: string;
}

/** What a person ends the program with. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const PROGRAMS = { api: 'dist/api/server.js', worker: 'dist/worker/main.js' } as const;
export type ProgramName = keyof typeof PROGRAMS;

const SHOWN_CHARACTERS = 4_000;

/**
 * The compiled service under test: any number of APIs and workers as real processes, with a PostgreSQL server and, if wanted,
 * a Redis server of their own, in a folder that `stop` removes.
 */
export class ServiceUnderTest {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly apis: ServiceProcess[] = [];
  readonly workers: ServiceProcess[] = [];
  redis: RedisServer | null = null;
  readonly #logs: string;
  #stopping: Promise<void> | undefined;

  private constructor(
    private readonly options: ServiceOptions,
    private readonly folder: string,
    readonly cluster: Cluster,
    readonly postgresPort: number,
  ) {
    this.databaseUrl = clusterUrl(cluster, postgresPort);
    this.db = openDatabase(this.databaseUrl, { poolSize: 2, secrets: TEST_SECRETS });
    this.#logs = options.logs ?? join(folder, 'logs');
  }

  /** Starts the servers, and then the processes. Resolves when they are ready. */
  static async start(options: ServiceOptions = {}): Promise<ServiceUnderTest> {
    const { queue = 'postgres', apis = 1, workers = 0 } = options;
    const folder = await mkdtemp(join(tmpdir(), 'wrs-service-'));
    const cluster = await openCluster(options.postgresFolder ?? join(folder, 'postgres'));
    const service = new ServiceUnderTest(options, folder, cluster, await freePort());
    for (const signal of SIGNALS) process.once(signal, service.#stopAndExit);
    await mkdir(service.#logs, { recursive: true });
    await service.startDatabase();
    if (queue === 'redis') service.redis = await RedisServer.start();
    if (apis + workers > 0) await migrate(service.databaseUrl);
    await Promise.all(Array.from({ length: apis }, () => service.startApi()));
    await Promise.all(Array.from({ length: workers }, () => service.startWorker()));
    return service;
  }

  /** The address of the first API. */
  get url(): string {
    return this.apis[0]!.url;
  }

  startApi(start?: ProcessStart): Promise<ServiceProcess> {
    return this.#start('api', this.apis, start);
  }

  startWorker(start?: ProcessStart): Promise<ServiceProcess> {
    return this.#start('worker', this.workers, start);
  }

  /** Starts an API or a worker, as `npm run api` and `npm run worker` do. Nothing ends it but the caller. */
  spawn(kind: ProgramName, { root = projectRoot, env = {} }: ProcessStart = {}): ChildProcess {
    const log = openSync(this.#logOf(kind), 'a');
    const child = spawn(process.execPath, [join(root, PROGRAMS[kind])], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: '--max-old-space-size=1024', // as package.json starts them
        // Warnings and errors alone, so that logging costs nothing where time is measured.
        LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
        DATABASE_URL: this.databaseUrl,
        SECRETS_KEY: TEST_SECRETS_KEY,
        RATE_LIMIT_PER_MINUTE: '0',
        ...(this.redis && { REDIS_URL: this.redis.url }),
        ...this.options.env,
        ...env,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }

  /** Starts the database, and tries again until it runs, because the children of a killed server may still use its memory. */
  async startDatabase(): Promise<void> {
    const { postgres = {} } = this.options;
    while (!(await startCluster(this.cluster, this.postgresPort, postgres).catch(() => false))) {
      await pause(100);
    }
  }

  /** The process ids of the database: its own and its children's. */
  async databasePids(): Promise<number[]> {
    const server = await findPostmaster(join(this.cluster.folder, 'data'));
    return server === null ? [] : [server.pid, ...(await childrenOf(server.pid))];
  }

  /** Secrets in the logs so far, and how many lines were read: the database's password, `known`, and all that looks like one. */
  async secretsInLogs(known: readonly string[] = []): Promise<{ lines: number; secrets: string[] }> {
    const found = new Set<string>();
    let lines = 0;
    for (const name of await readdir(this.#logs)) {
      for await (const line of createInterface({ input: createReadStream(join(this.#logs, name)) })) {
        lines += 1;
        for (const secret of findSecrets(line, [this.cluster.password, ...known]))
          found.add(`${name}: ${secret}`);
      }
    }
    return { lines, secrets: [...found] };
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  readonly #stopAndExit = () => void this.stop().finally(() => process.exit(1));

  async #stop(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, this.#stopAndExit);
    await Promise.all([...this.workers, ...this.apis].map((each) => each.stop()));
    await this.redis?.end();
    await this.db.close();
    await stopCluster(this.cluster);
    await rm(this.folder, { recursive: true, force: true });
  }

  #logOf(kind: ProgramName): string {
    return join(this.#logs, `${kind}.log`);
  }

  async #start(
    kind: ProgramName,
    running: ServiceProcess[],
    { root, env }: ProcessStart = {},
  ): Promise<ServiceProcess> {
    const port = String(await freePort());
    const [place, ready] =
      kind === 'api' ? [{ PORT: port }, '/readyz'] : [{ WORKER_METRICS_PORT: port }, '/metrics'];
    const child = this.spawn(kind, { ...(root !== undefined && { root }), env: { ...env, ...place } });
    const gone = once(child, 'exit');
    const failed = async (what: string) =>
      new Error(
        `The ${kind} ${what}.\n${(await readFile(this.#logOf(kind), 'utf8')).slice(-SHOWN_CHARACTERS)}`,
      );
    const started: ServiceProcess = {
      pid: child.pid!,
      url: `http://127.0.0.1:${port}`,
      stop: async () => {
        running.splice(running.indexOf(started), 1);
        child.kill('SIGTERM');
        const [code, signal] = await gone;
        if (code !== 0) throw await failed(`ended with ${code ?? signal}`);
      },
    };
    while (!(await fetch(`${started.url}${ready}`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw await failed(`ended with ${child.exitCode} before it served`);
      await pause(50);
    }
    running.push(started);
    return started;
  }
}

/** Starts a service, and stops it after `work`. */
export async function withService<T>(
  options: ServiceOptions,
  work: (service: ServiceUnderTest) => Promise<T>,
): Promise<T> {
  const service = await ServiceUnderTest.start(options);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
