import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Cluster,
  clusterUrl,
  openCluster,
  startCluster,
  stopCluster,
  superuserUrl,
} from '../../../../shared/db/embedded-cluster.ts';
import { findPostmaster } from '../../../../shared/db/embedded-postmaster.ts';
import { migrate } from '../../../../shared/db/migrate.ts';
import { freePort } from '../../../../shared/platform/free-port.ts';
import { projectRoot } from '../../../../shared/platform/project-root.ts';
import { KeptProcess } from '../../harness/kept-process.ts';
import { ProcessLogs } from '../../harness/process-logs.ts';
import type { BackendName } from '../../harness/service-processes.ts';
import { FaultProxy } from './fault-proxy.ts';

export type ProgramName = 'api' | 'worker';

/** The most connections of the database: few, so that they can be used up. */
const CONNECTIONS = 80;
/** The disk of the database, if one of its own can be made. */
const DISK_BYTES = 1200 * 1024 * 1024;
/** So that a request whose database does not answer is answered soon. */
const SHORT_WAITS = {
  DATABASE_STATEMENT_TIMEOUT_MS: '4000',
  DATABASE_LOCK_TIMEOUT_MS: '4000',
  DATABASE_IDLE_TIMEOUT_MS: '4000',
  DATABASE_CONNECT_TIMEOUT_MS: '4000',
};

const LIBFAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((path) => existsSync(path));

/** The library by which a process's wall clock can be moved; undefined: it is not installed. */
export const clockLibrary = LIBFAKETIME;

/**
 * The compiled service as real processes on its own servers, with a proxy before the database and one before Redis, in a
 * folder that is removed afterwards. A process that ends is started again.
 */
export class FaultyService {
  readonly backend: BackendName;
  /** The database has a disk of its own, which can be filled. */
  readonly hasDisk: boolean;
  readonly database: FaultProxy;
  readonly redis: FaultProxy | null;
  readonly #folder: string;
  readonly #cluster: Cluster;
  readonly #postgresPort: number;
  readonly #apiPort: number;
  readonly #logs: ProcessLogs;
  readonly #programs = new Map<ProgramName, KeptProcess>();
  #redisServer: RedisServer | null;

  private constructor(parts: {
    backend: BackendName;
    hasDisk: boolean;
    folder: string;
    cluster: Cluster;
    postgresPort: number;
    apiPort: number;
    database: FaultProxy;
    redis: FaultProxy | null;
    redisServer: RedisServer | null;
    logs: ProcessLogs;
  }) {
    this.backend = parts.backend;
    this.hasDisk = parts.hasDisk;
    this.database = parts.database;
    this.redis = parts.redis;
    this.#folder = parts.folder;
    this.#cluster = parts.cluster;
    this.#postgresPort = parts.postgresPort;
    this.#apiPort = parts.apiPort;
    this.#logs = parts.logs;
    this.#redisServer = parts.redisServer;
  }

  /** Starts everything. Resolves when the API is ready. `logs`: a folder that keeps the logs of API and worker. */
  static async start(backend: BackendName, logs?: string): Promise<FaultyService> {
    const folder = await mkdtemp(join(tmpdir(), 'faults-'));
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const logFolder = logs === undefined ? join(folder, 'logs') : join(logs, backend);
    await mkdir(logFolder, { recursive: true });
    const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
    const cluster = await openCluster(join(disk, 'postgres'));
    const postgresPort = await freePort();
    const redisServer = backend === 'redis' ? await RedisServer.start(folder) : null;
    const service = new FaultyService({
      backend,
      hasDisk: mounting.status === 0,
      folder,
      cluster,
      postgresPort,
      apiPort: await freePort(),
      database: await FaultProxy.open(postgresPort),
      redis: redisServer && (await FaultProxy.open(redisServer.port)),
      redisServer,
      logs: new ProcessLogs(logFolder),
    });
    await service.startDatabase();
    await migrate(service.databaseUrl);
    await service.moveClock(null);
    service.#programs.set('api', new KeptProcess(() => service.#spawn('api', 'dist/api/server.js')));
    service.#programs.set('worker', new KeptProcess(() => service.#spawn('worker', 'dist/worker/main.js')));
    await service.untilReady();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#apiPort}`;
  }

  /** The address without the proxy, for code that looks at the data. */
  get databaseUrl(): string {
    return clusterUrl(this.#cluster, this.#postgresPort);
  }

  get superuserUrl(): string {
    return superuserUrl(this.#cluster, this.#postgresPort);
  }

  /** The folder that is the database's disk. */
  get disk(): string {
    return join(this.#folder, 'disk');
  }

  program(name: ProgramName): KeptProcess {
    return this.#programs.get(name)!;
  }

  /** Secrets in the logs of API and worker: the database's password, and all that looks like a secret. */
  secretsInLogs(): ReturnType<ProcessLogs['search']> {
    return this.#logs.search([this.#cluster.password]);
  }

  get redisServer(): RedisServer {
    return this.#redisServer!;
  }

  /** Starts the database, and tries again until it runs, because the children of a killed server may still use its memory. */
  async startDatabase(): Promise<void> {
    for (;;) {
      const settings = {
        max_connections: String(CONNECTIONS),
        max_wal_size: '128MB',
        shared_buffers: '64MB',
      };
      if (await startCluster(this.#cluster, this.#postgresPort, settings).catch(() => false)) return;
      await pause(100);
    }
  }

  /** The process ids of the database: its own and its children's. */
  async databasePids(): Promise<number[]> {
    const server = await findPostmaster(join(this.#cluster.folder, 'data'));
    if (server === null) return [];
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], {
      encoding: 'utf8',
    }).stdout;
    return [server.pid, ...children.split('\n').filter(Boolean).map(Number)];
  }

  stopDatabase(): Promise<void> {
    return stopCluster(this.#cluster);
  }

  /** Starts a second Redis that copies the first, makes it the master, and kills the first one. */
  async failOver(): Promise<void> {
    const before = this.redisServer;
    const replica = await RedisServer.start(this.#folder);
    await replica.follow(before.port);
    await replica.command('REPLICAOF', 'NO', 'ONE');
    // Clients that wait for the old master get an error, and then find the new one.
    await before.command('REPLICAOF', '127.0.0.1', String(replica.port));
    this.#redisServer = replica;
    await pause(300);
    this.redis!.redirect(replica.port);
    await before.end();
  }

  /** Sets the wall clock of API and worker forward by so many seconds; null: as it is. They see it within a second. */
  async moveClock(seconds: number | null): Promise<void> {
    const offset = seconds ?? 0;
    await writeFile(join(this.#folder, 'clock'), `${offset < 0 ? '' : '+'}${offset}\n`);
  }

  /** Restarts API and worker with a wall clock that `moveClock` moves, or with the ordinary one. */
  async useMovableClock(isMovable: boolean): Promise<void> {
    this.#clock =
      isMovable && clockLibrary
        ? {
            LD_PRELOAD: clockLibrary,
            FAKETIME_TIMESTAMP_FILE: join(this.#folder, 'clock'),
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          }
        : {};
    for (const program of this.#programs.values()) program.signal('SIGKILL');
    await this.untilReady();
  }

  #clock: Readonly<Record<string, string>> = {};

  /** Resolves when the API says that it is ready. */
  async untilReady(limitMs = 240_000): Promise<void> {
    const deadline = Date.now() + limitMs;
    for (;;) {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => null,
      );
      if (answer?.ok) return;
      if (Date.now() > deadline) {
        throw new Error(`The API is not ready after ${limitMs / 1000} s: ${await answer?.text()}`);
      }
      await pause(50);
    }
  }

  async stop(): Promise<void> {
    for (const program of this.#programs.values()) await program.end('SIGKILL');
    await stopCluster(this.#cluster);
    await this.#redisServer?.end();
    await this.database.close();
    await this.redis?.close();
    if (this.hasDisk) spawnSync('umount', [this.disk]);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #spawn(name: ProgramName, program: string): ChildProcess {
    const throughProxy = clusterUrl(this.#cluster, this.database.port);
    const log = this.#logs.open(name);
    return spawn(process.execPath, ['--max-old-space-size=1024', join(projectRoot, program)], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: throughProxy,
        PORT: String(this.#apiPort),
        LOG_LEVEL: 'trace', // the whole log is searched for secrets
        RATE_LIMIT_PER_MINUTE: '0',
        WORKER_THREADS: '1',
        SHUTDOWN_SECONDS: '5',
        ...SHORT_WAITS,
        ...this.#clock,
        ...(this.redis && { REDIS_URL: `redis://127.0.0.1:${this.redis.port}` }),
      },
      stdio: ['ignore', log, log],
    });
  }
}

/** A Redis server that saves nothing on disk. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
    this.#child = this.#spawn();
  }

  static async start(folder: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), folder);
    await server.untilAnswers();
    return server;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Starts it again, empty, after it ended. */
  async restart(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    this.#child = this.#spawn();
    await this.untilAnswers();
  }

  /** Sends a command. Returns the answer as text. */
  async command(...words: string[]): Promise<string> {
    return spawnSync('redis-cli', ['-p', String(this.port), ...words], { encoding: 'utf8' }).stdout.trim();
  }

  /** Becomes a replica of the server at `port`. Resolves when it has all data. */
  async follow(port: number): Promise<void> {
    await this.command('REPLICAOF', '127.0.0.1', String(port));
    while (!(await this.command('INFO', 'replication')).includes('master_link_status:up')) await pause(50);
  }

  async untilAnswers(): Promise<void> {
    while ((await this.command('PING')) !== 'PONG') await pause(30);
  }

  async end(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGCONT');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #spawn(): ChildProcess {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const replication = ['--repl-diskless-sync-delay', '0', '--dir', this.#folder];
    return spawn('redis-server', [...options, ...replication], { stdio: 'ignore' });
  }
}
