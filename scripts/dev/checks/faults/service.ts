import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../../../../shared/db/migrate.ts';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { openTcpProxy, type TcpProxy } from '../../../../shared/testing/tcp-proxy.ts';
import { RedisServer } from '../../harness/redis-server.ts';
import { type ProgramName, type QueueKind, ServiceUnderTest } from '../../harness/service.ts';

/** Few connections of the database, so that they can be used up. */
const POSTGRES = { max_connections: '80', max_wal_size: '128MB', shared_buffers: '64MB' };
/** The disk of the database, if one of its own can be made. */
const DISK_BYTES = 1200 * 1024 * 1024;
/** So that a request whose database does not answer is answered soon, and a process without a database ends soon. */
export const SHORT_WAITS = {
  DATABASE_TIMEOUT_MS: '4000',
  SHUTDOWN_SECONDS: '5',
};
const READY_LIMIT_MS = 240_000;
/** What is started again. */
export const PROGRAMS: readonly ProgramName[] = ['api', 'worker'];

/**
 * A service under test with a proxy before the database and one before Redis. An API or worker that ends is started again.
 */
export class FaultyService {
  readonly #programs = new Map<ProgramName, ChildProcess>();
  #isStopping = false;

  private constructor(
    readonly service: ServiceUnderTest,
    /** The database and Redis as the programs reach them. */
    readonly database: TcpProxy,
    readonly redis: TcpProxy | null,
    /** The folder that is the database's disk; one of its own, which can be filled, or not. */
    readonly disk: string,
    readonly hasDisk: boolean,
    private readonly apiPort: number,
  ) {}

  /** Starts everything. Resolves when the API is ready. `logs`: a folder that keeps the logs of API and worker. */
  static async start(queue: QueueKind, logs?: string): Promise<FaultyService> {
    const disk = await mkdtemp(join(tmpdir(), 'faults-'));
    const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
    const service = await ServiceUnderTest.start({
      queue,
      apis: 0,
      postgres: POSTGRES,
      postgresFolder: join(disk, 'postgres'),
      ...(logs !== undefined && { logs: join(logs, queue) }),
    });
    const database = await openTcpProxy(service.databaseUrl);
    const redis = service.redis && (await openTcpProxy(service.redis.url));
    const hasDisk = mounting.status === 0;
    const faulty = new FaultyService(service, database, redis, disk, hasDisk, await freePort());
    await migrate(service.databaseUrl);
    for (const name of PROGRAMS) faulty.#keep(name);
    await faulty.untilReady();
    return faulty;
  }

  get url(): string {
    return `http://127.0.0.1:${this.apiPort}`;
  }

  get redisServer(): RedisServer {
    return this.service.redis!;
  }

  signal(name: ProgramName, signal: NodeJS.Signals): void {
    this.#programs.get(name)!.kill(signal);
  }

  /** Starts a second Redis that copies the first, makes it the master, and kills the first one. */
  async failOver(): Promise<void> {
    const before = this.redisServer;
    const replica = await RedisServer.start();
    await replica.follow(before.port);
    await replica.command('REPLICAOF', 'NO', 'ONE');
    // Clients that wait for the old master get an error, and then find the new one.
    await before.command('REPLICAOF', '127.0.0.1', String(replica.port));
    this.service.redis = replica;
    await pause(300);
    this.redis!.redirect(replica.port);
    await before.end();
  }

  /** Resolves when the API says that it is ready. */
  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_LIMIT_MS;
    const ask = () => fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    for (let answer = await ask(); !answer?.ok; answer = await ask()) {
      if (Date.now() > deadline)
        throw new Error(`The API is not ready after ${READY_LIMIT_MS / 1000} s: ${await answer?.text()}`);
      await pause(50);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const child of this.#programs.values()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await this.database.close();
    await this.redis?.close();
    await this.service.stop();
    // Lazily: the children of a killed server may still use it.
    if (this.hasDisk) spawnSync('umount', ['--lazy', this.disk]);
    await rm(this.disk, { recursive: true, force: true });
  }

  /** Starts a program, and starts it again whenever it ends. */
  #keep(name: ProgramName): void {
    if (this.#isStopping) return;
    const child = this.service.spawn(name, {
      env: {
        // The database says by this name which of them does what.
        DATABASE_URL: `${this.database.url}?application_name=${name}`,
        PORT: String(this.apiPort),
        LOG_LEVEL: 'trace', // the whole log is searched for secrets
        WORKER_THREADS: '1',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        ...SHORT_WAITS,
        // Some tenths of a second for most windows.
        WINDOW_WORK: '5000000',
        ...(this.redis && { REDIS_URL: this.redis.url }),
      },
    });
    this.#programs.set(name, child);
    child.once('exit', async (_code, signal) => {
      // It may have ended by itself because its database is away.
      if (signal === null) await pause(300);
      this.#keep(name);
    });
  }
}
