import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import {
  createRoutingClient,
  dataOf,
  type RoutingClient,
  type Schemas,
} from '../../../shared/client/client.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { keepOutput } from '../../../shared/testing/logs/keep-output.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { serve } from '../../serve.ts';
import { type ServedAccount, serveAccount } from './served-account.ts';

const run = promisify(execFile);

/** Units by SKU or by warehouse. */
export type Units = Readonly<Record<string, number>>;

/** A shop that is at work. */
export interface RunningShop {
  readonly process: ChildProcess;
  readonly url: string;
  stop(): Promise<void>;
}

/** What a test does through the own API of a shop. */
export interface ShopApi<Order extends { readonly code: string }> {
  readonly process: ChildProcess;
  /** Buys units of products, by SKU, as a customer in Chicago does. The order's code is its ID in the service. */
  placeOrder(units: Units): Promise<Order>;
  cancel(order: Order): Promise<unknown>;
  /** Fulfils an order of 10 lamps of EWR1 and 3 of ONT1. Returns the IDs of the fulfillments. */
  fulfill(order: Order): Promise<string[]>;
  /** Says in the shop that fulfillments of an order have left. */
  ship(order: Order, fulfillments: readonly string[]): Promise<unknown>;
  /** Units of a product in the shop, by location: all, and those of orders. */
  stockOf(sku: string): Promise<{ readonly stocked: Units; readonly reserved: Units }>;
  setStock(sku: string, units: Units): Promise<unknown>;
}

/** A folder of docs/examples in a folder of its own, with what it needs of npm, and a service with an account for it. */
export class ShopExample {
  served!: ServedAccount;
  client!: RoutingClient;
  folder!: string;

  constructor(readonly name: string) {}

  get #project(): string {
    return join(this.folder, 'shop');
  }

  /** Settings with which the shop finds the service. */
  get settings() {
    return { WRS_URL: this.served.service.url, WRS_API_KEY: this.served.key };
  }

  async install(): Promise<void> {
    const source = join(projectRoot, 'docs', 'examples', this.name);
    [this.served, this.folder] = await Promise.all([serveAccount(), mkdtemp(join(tmpdir(), 'wrs-shop-'))]);
    this.client = createRoutingClient(this.served.service.url, this.served.key);
    const filter = (path: string) =>
      !/node_modules|dist|\.medusa|\.tgz$|package-lock/.test(path.slice(source.length));
    await cp(source, this.#project, { recursive: true, filter });
    const client = join(projectRoot, 'shared', 'client');
    await run('npm', ['pack', '--silent', '--pack-destination', this.#project], { cwd: client });
    await this.npm(['install', '--no-audit', '--no-fund']);
    await this.npm(['run', 'build']);
  }

  /** Runs npm in the example. Returns what it prints. */
  async npm(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const options = { cwd: this.#project, env: { ...process.env, ...env }, maxBuffer: 1e8 };
    return (await run('npm', args, options)).stdout;
  }

  /** Starts a program of the example on a free port. Resolves when it says that it is ready. */
  async start(
    argsOf: (port: string) => string[],
    ready: RegExp,
    env: NodeJS.ProcessEnv,
  ): Promise<RunningShop> {
    const port = String(await freePort());
    const child = spawn(process.execPath, argsOf(port), {
      cwd: this.#project,
      env: { ...process.env, PORT: port, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await keepOutput(child, ready);
    const ended = once(child, 'exit');
    const stop = async () => {
      child.kill();
      await ended;
    };
    return { process: child, url: `http://localhost:${port}`, stop };
  }

  async close(): Promise<void> {
    await this.served.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Units that the service may promise, by warehouse. */
  async available(sku: string): Promise<Units> {
    const { inventory } = await dataOf(
      this.client.api.GET('/api/v1/inventory', { params: { query: { sku } } }),
    );
    return Object.fromEntries(inventory.map((row) => [row.warehouse_id, row.effective_quantity]));
  }

  /** The state of an order in the service. */
  async stateOf({ code: order_id }: { readonly code: string }): Promise<string | undefined> {
    const params = { path: { order_id } };
    return (await dataOf(this.client.api.GET('/api/v1/orders/{order_id}', { params }))).state;
  }

  /** The service's decisions on an order, the latest one first: units by warehouse. */
  async decisionsOn({ code: order_id }: { readonly code: string }): Promise<Units[]> {
    const params = { path: { order_id } };
    const { routings } = await dataOf(this.client.api.GET('/api/v1/orders/{order_id}', { params }));
    return routings.map(({ result }) => {
      const { shipments } = result as Schemas['OrderResultA'];
      const units = shipments.map(({ selected_warehouse: { warehouse_id }, lines }) => [
        ...[warehouse_id, lines[0]!.ship_qty],
      ]);
      return Object.fromEntries(units);
    });
  }

  /** What each shop does in the same way. Its stock is at first as these tests say. */
  testSales<Order extends { readonly code: string }>(shop: () => ShopApi<Order>): void {
    const reserved = async (sku: string) => (await shop().stockOf(sku)).reserved;

    it('sends its stock', async () => {
      await expect.poll(() => this.available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
      await expect.poll(() => this.available('LAMP')).toEqual({ EWR1: 10, ONT1: 3 });
    });

    it('reserves an order where the service decides, and frees it when it is cancelled', async () => {
      const order = await shop().placeOrder({ CHAIR: 13 });
      expect(await this.decisionsOn(order)).toEqual([{ ONT1: 13 }]);
      expect(await reserved('CHAIR')).toEqual({ EWR1: 0, ONT1: 13 });
      await expect.poll(() => this.available('CHAIR')).toEqual({ EWR1: 10, ONT1: 2 });

      await shop().cancel(order);
      expect(await reserved('CHAIR')).toEqual({ EWR1: 0, ONT1: 0 });
      await expect.poll(() => this.available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
    });

    it('ships the lines of an order together, by one decision', async () => {
      // Alone, the lamps would ship from EWR1.
      const order = await shop().placeOrder({ LAMP: 2, CHAIR: 13 });
      expect(await reserved('LAMP')).toEqual({ EWR1: 0, ONT1: 2 });
      expect(await reserved('CHAIR')).toEqual({ EWR1: 0, ONT1: 13 });
      expect(await this.decisionsOn(order)).toHaveLength(1);
      await shop().cancel(order);
      await expect.poll(() => this.available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
      await expect.poll(() => this.available('LAMP')).toEqual({ EWR1: 10, ONT1: 3 });
    });

    it('promises no unit of a line of two warehouses again, and it is fulfilled from both', async () => {
      const order = await shop().placeOrder({ LAMP: 13 });
      expect(await this.decisionsOn(order)).toEqual([{ EWR1: 10, ONT1: 3 }]);
      await expect.poll(() => this.available('LAMP')).toEqual({ EWR1: 0, ONT1: 0 });

      const fulfillments = await shop().fulfill(order);
      const none = { EWR1: 0, ONT1: 0 };
      expect(await shop().stockOf('LAMP')).toEqual({ stocked: none, reserved: none });
      await expect.poll(() => this.available('LAMP')).toEqual(none);

      await shop().ship(order, fulfillments);
      await expect.poll(() => this.stateOf(order)).toBe('shipped');
      expect(await this.available('LAMP')).toEqual(none);
    });

    it('sends stock that a person changes', async () => {
      await shop().setStock('LAMP', { EWR1: 7, ONT1: 4 });
      await expect.poll(() => this.available('LAMP')).toEqual({ EWR1: 7, ONT1: 4 });
    });
  }

  /** The last test: the service is away, what the shop says of an order of 12 chairs then, and the service is back. */
  testOutage<Order extends { readonly code: string }>(
    shop: () => ShopApi<Order>,
    says: RegExp,
    isReserved: (order: Order) => Promise<void>,
  ): void {
    it('reserves in its own way while the service is away, says so, and sends the stock when it is back', async () => {
      await this.served.service.stop();
      const said = keepOutput(shop().process, says);
      const order = await shop().placeOrder({ CHAIR: 12 });
      expect(await said).toMatch(/Cannot reach the service/);
      await isReserved(order);

      const { port } = new URL(this.served.service.url);
      const config = loadConfig({ DATA_DIR: this.served.folder, PORT: port, LOG_LEVEL: 'silent' });
      const again = await serve(config, { logger: testLogger() });
      const { stocked, reserved } = await shop().stockOf('CHAIR');
      const free = Object.entries(stocked).map(([place, units]) => [place, units - reserved[place]!]);
      await expect.poll(() => this.available('CHAIR')).toEqual(Object.fromEntries(free));
      await again.stop();
    });
  }
}
