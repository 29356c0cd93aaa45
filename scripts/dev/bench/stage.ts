import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../shared/account/apply-account.ts';
import type { Database } from '../../../shared/db/database.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { HttpCaller } from '../harness/http.ts';
import { type ServiceOptions, ServiceUnderTest } from '../harness/service.ts';
import type { Dataset } from './dataset.ts';

/** The most rows that POST /inventory takes. */
const MAX_ROWS = 10_000;
const IDLE_POLL_MS = 20;
const FLOORS = join(projectRoot, 'dist', 'scripts', 'dev', 'bench', 'floors', 'serve.js');

/** How the service is started, and how many equal clients it has. */
interface StageOptions extends ServiceOptions {
  readonly clients?: number;
}

/** The compiled service with one or more clients, and a database for floors on the same PostgreSQL server. */
export class BenchStage {
  readonly db: Database;
  readonly caller: HttpCaller;
  readonly floorUrl: string;
  readonly #stopFloors: (() => Promise<void>)[] = [];

  private constructor(
    readonly service: ServiceUnderTest,
    /** A live key of each client. */
    readonly keys: readonly string[],
    private readonly stock: readonly Buffer[],
  ) {
    this.db = service.db;
    this.caller = new HttpCaller(service.url, { key: keys[0]! });
    this.floorUrl = Object.assign(new URL(service.databaseUrl), { pathname: '/floor' }).href;
  }

  /** Starts everything, with the dataset's account for each client and without stock. */
  static async open(
    { account, folder, inventory }: Pick<Dataset, 'account' | 'folder' | 'inventory'>,
    { clients = 1, ...options }: StageOptions = {},
  ): Promise<BenchStage> {
    const service = await ServiceUnderTest.start(options);
    try {
      const keys: string[] = [];
      for (let nth = 0; nth < clients; nth++) {
        const { slug, ...client } = account.client;
        const file = { ...account, client: { ...client, slug: nth === 0 ? slug : `${slug}-${nth}` } };
        const applied = await applyAccountFile(service.db, parseAccountFile(file), { baseDir: folder });
        keys.push(applied.api_keys.find(({ environment }) => environment === 'live')!.key!);
      }
      await service.db.pool.query('CREATE DATABASE floor');
      const stock = [];
      for (let from = 0; from < inventory.length; from += MAX_ROWS)
        stock.push(jsonBody({ inventory: inventory.slice(from, from + MAX_ROWS) }));
      return new BenchStage(service, keys, stock);
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  /** Sets the stock of every client to its first state, without reservations, so that all rounds are alike. */
  async resetStock(): Promise<void> {
    for (const key of this.keys) {
      const caller = new HttpCaller(this.service.url, { key });
      for (const body of this.stock) await caller.post('/api/v1/inventory', body);
      caller.close();
    }
    await this.untilIdle();
  }

  /** Waits until the database is idle, so that no round includes work of the one before. */
  async untilIdle(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.db.pool.query(
        `SELECT FROM pg_stat_activity
         WHERE datname IS NOT NULL AND pid <> pg_backend_pid() AND state = 'active' AND usename = current_user`,
      );
      if (rowCount === 0) return;
      await pause(IDLE_POLL_MS);
    }
  }

  /** Starts this server of scripts/dev/bench/floors/serve.ts on the floor's database. It prints its address when it serves. */
  async floor(name: string, numbers: Readonly<Record<string, number>> = {}): Promise<HttpCaller> {
    const child = spawn(process.execPath, [FLOORS, name, JSON.stringify(numbers)], {
      env: { PATH: process.env.PATH, DATABASE_URL: this.floorUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(child, 'exit');
    const line = await Promise.race([once(createInterface(child.stdout), 'line'), gone.then(() => null)]);
    if (line === null) throw new Error(`The floor ${name} did not start.`);
    const caller = new HttpCaller(line[0]);
    this.#stopFloors.push(async () => {
      child.kill();
      await gone;
    });
    return caller;
  }

  async close(): Promise<void> {
    await Promise.all(this.#stopFloors.map((stop) => stop()));
    await this.service.stop();
  }
}

export function jsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
