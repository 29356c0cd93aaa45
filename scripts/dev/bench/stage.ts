import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
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
  readonly service: ServiceUnderTest;
  readonly db: Database;
  /** A live key of each client. */
  readonly keys: readonly string[];
  readonly caller: HttpCaller;
  readonly floorUrl: string;
  readonly #stock: readonly Buffer[];
  readonly #stopFloors: (() => Promise<void>)[] = [];

  private constructor(
    service: ServiceUnderTest,
    db: Database,
    keys: readonly string[],
    floorUrl: string,
    stock: Buffer[],
  ) {
    this.service = service;
    this.db = db;
    this.keys = keys;
    this.caller = new HttpCaller(service.url, { key: this.key });
    this.floorUrl = floorUrl;
    this.#stock = stock;
  }

  /** The first client's live key. */
  get key(): string {
    return this.keys[0]!;
  }

  /** Starts everything, with the dataset's account for each client and without stock. */
  static async open(
    { account, folder, inventory }: Pick<Dataset, 'account' | 'folder' | 'inventory'>,
    { clients = 1, ...options }: StageOptions = {},
  ): Promise<BenchStage> {
    const service = await ServiceUnderTest.start(options);
    const db = openDatabase(service.databaseUrl, { poolSize: 2 });
    try {
      const keys: string[] = [];
      for (let nth = 0; nth < clients; nth++) {
        const { slug, ...client } = account.client;
        const file = { ...account, client: { ...client, slug: nth === 0 ? slug : `${slug}-${nth}` } };
        const applied = await applyAccountFile(db, parseAccountFile(file), { baseDir: folder });
        keys.push(applied.api_keys.find(({ environment }) => environment === 'live')!.key!);
      }
      await db.pool.query('CREATE DATABASE floor');
      const floorUrl = Object.assign(new URL(service.databaseUrl), { pathname: '/floor' }).href;
      const stock = [];
      for (let from = 0; from < inventory.length; from += MAX_ROWS)
        stock.push(jsonBody({ inventory: inventory.slice(from, from + MAX_ROWS) }));
      return new BenchStage(service, db, keys, floorUrl, stock);
    } catch (error) {
      await db.close();
      await service.stop();
      throw error;
    }
  }

  /** Sets the stock of every client to its first state, without reservations, so that all rounds are alike. */
  async resetStock(): Promise<void> {
    for (const key of this.keys) {
      const caller = new HttpCaller(this.service.url, { key });
      for (const body of this.#stock) await caller.post('/api/v1/inventory', body);
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
    await this.db.close();
    await this.service.stop();
  }
}

export function jsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
