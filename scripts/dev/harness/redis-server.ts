import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../../shared/foundation/free-port.ts';

/** A Redis server that saves nothing on disk. */
export class RedisServer {
  #child: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {
    this.#child = this.#spawn();
  }

  /** Starts a server, with more options if need be. Resolves when it answers. */
  static async start(options: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.#untilAnswers();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Starts it again, empty, after it ended. */
  async restart(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    this.#child = this.#spawn();
    await this.#untilAnswers();
  }

  /** Sends a command on a connection of its own. Returns the answer as text. */
  async command(...[name, ...words]: [string, ...string[]]): Promise<string> {
    const client = new Redis(this.port, '127.0.0.1', { lazyConnect: true, retryStrategy: null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return String(await client.call(name, ...words));
    } finally {
      client.disconnect();
    }
  }

  /** Becomes a replica of the server at `port`. Resolves when it has all data. */
  async follow(port: number): Promise<void> {
    await this.command('REPLICAOF', '127.0.0.1', String(port));
    while (!(await this.command('INFO', 'replication')).includes('master_link_status:up')) await pause(50);
  }

  async #untilAnswers(): Promise<void> {
    while ((await this.command('PING').catch(() => null)) !== 'PONG') await pause(30);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGCONT');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #spawn(): ChildProcess {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    // Replication writes a file where the server was started.
    return spawn('redis-server', [...options, '--repl-diskless-sync-delay', '0', ...this.options], {
      cwd: tmpdir(),
      stdio: 'ignore',
    });
  }
}
