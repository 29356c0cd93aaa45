import { createServer } from 'node:http';
import type { AccountFileInput } from '../../../../shared/account/account-file.ts';
import { hardOrders, WAREHOUSES } from '../../../../shared/testing/hard-orders.ts';
import { listenHere } from '../../../../shared/testing/local-server.ts';
import { demoStock, OrderSource, orderOf } from '../../harness/orders.ts';
import { ordersToZips, stores } from '../../harness/stores.ts';
import type { Attacker } from './attacker.ts';

/** How a service and its attacker are prepared. Scenarios on the same stage that follow one another share the service. */
export interface Stage {
  readonly env?: Readonly<Record<string, string>>;
  /** Parts of the attacker's account file that are not those of the demo client. */
  readonly account?: Partial<AccountFileInput>;
  readonly prepare?: (attacker: Attacker) => Promise<unknown>;
}

const INVENTORY = '/api/v1/inventory';
const MAX_ROWS = 10_000;

interface Row {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
}

export const DOCUMENTS = ['/openapi.json', '/account/openapi.json', '/docs/json'];

const stock = async (attacker: Attacker) => {
  // A process makes each once, when it is first asked for: that is no work of a scenario.
  for (const path of DOCUMENTS) await attacker.json({ path, as: 'nobody' });
  for (const as of ['live', 'test'] as const)
    await attacker.json({ path: INVENTORY, body: demoStock(20_000), as });
};

async function syncAll(attacker: Attacker, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await attacker.json({ path: INVENTORY, body: { inventory: rows.slice(from, from + MAX_ROWS) } });
}

/** Warehouses without a rule beside their priority. */
export const warehousesAt = (zips: readonly string[]): Partial<AccountFileInput> => ({
  warehouses: zips.map((zip, n) => ({
    warehouse_id: `W${n}`,
    warehouse_code: `W${n}`,
    zip,
    priority: n + 1,
  })),
  profiles: [],
  item_controls: [],
});

/** The demo client with stock. */
export const DEMO: Stage = { prepare: stock };
/** The same, for attacks that leave work behind. */
export const BUSY: Stage = { prepare: stock };
export const FAILING: Stage = { prepare: stock };
/** Somebody who asks on behalf of another address is a proxy. */
export const PROXIED: Stage = { env: { TRUST_PROXY: 'loopback' } };
/** For attacks that are to be refused. */
export const BODIES: Stage = {};
/** Without a least rate of bodies, because runs wait without sending while thousands of others are opened. */
export const UNHURRIED: Stage = { env: { BODY_MIN_BYTES_PER_SECOND: '0' } };
/** More requests a minute than a victim sends. */
export const LIMITED: Stage = { env: { RATE_LIMIT_PER_MINUTE: '3000' }, prepare: stock };

/** As many endpoints as the account may have, which answer after so long; null: never. */
const endpoints = (answerMs: number | null): Stage => ({
  prepare: async (attacker) => {
    const server = createServer((request, response) => {
      request.resume();
      if (answerMs !== null) setTimeout(() => response.writeHead(204).end(), answerMs);
    });
    const { url, close } = await listenHere(server);
    attacker.ends.push(close);
    for (const count of [1000, 100, 20]) {
      const webhooks = Array.from({ length: count }, (_, n) => ({
        url: `${url}/${n}`,
        events: ['inventory.synced'],
      }));
      const body = { client: { slug: attacker.client.slug }, webhooks };
      const isTaken = await attacker
        .json({ method: 'PUT', path: '/account/v1/account', body, as: 'owner' })
        .then(
          () => true,
          () => false,
        );
      if (isTaken) return;
    }
    throw new Error('The account takes no twenty endpoints.');
  },
});
export const MUTE_ENDPOINTS = endpoints(null);
export const SLOW_ENDPOINTS = endpoints(5000);

const RUN_ORDERS = 20_000;
const LINES = 10_000;
const AUDITED_RULES = 1000;
const AUDITED_CHANGES = 20;
/** Of the order with the most lines. */
export const LARGE_ORDER = 'LARGE';

/** Submits a run of many orders, and returns its path. */
const largeRun = async (attacker: Attacker) => {
  await stock(attacker);
  const body = new OrderSource('history').run(RUN_ORDERS);
  const { routing_run_id } = await attacker.json<{ routing_run_id: number }>({
    ...{ path: '/api/v1/runs', body, type: 'application/x-ndjson' },
  });
  return `/api/v1/runs/${routing_run_id}`;
};

/** Two clients with a run of many orders; one has an order of many lines too, and an audit log of many rows. */
export const HISTORY: Stage = {
  prepare: async (attacker) => {
    const second = await attacker.addSecond();
    const runs = [
      [attacker, await largeRun(attacker)],
      [second, await largeRun(second)],
    ] as const;
    const skus = Array.from({ length: LINES }, (_, n) => `LINE-${n}`);
    await syncAll(
      attacker,
      skus.map((sku) => ({ sku, warehouse_id: 'EWR1', quantity_available: 1_000 })),
    );
    const lines = Object.fromEntries(skus.map((sku) => [sku, 1]));
    await attacker.json({ path: '/api/v1/orders/route', body: orderOf(LARGE_ORDER, lines) });
    for (let change = 0; change < AUDITED_CHANGES; change++) {
      const item_controls = Array.from({ length: AUDITED_RULES }, (_, n) => ({
        ...{ sku: `RULE-${n}`, rule: 'safety_stock', units: change },
      }));
      const file = { client: { slug: attacker.client.slug }, item_controls };
      await attacker.json({ method: 'PUT', path: '/account/v1/account', body: file, as: 'owner' });
    }
    for (const [client, path] of runs)
      for (let status = ''; status !== 'completed'; )
        ({ status } = await client.json<{ status: string }>({ path }));
  },
};

export const HARD_ORDERS = 200;
const hard = hardOrders(HARD_ORDERS);

/** The `n`th hard order, under an ID of its own. */
export function hardOrder(n: number): object {
  const { destination_zip, lines } = hard.orders[n % HARD_ORDERS]!;
  const sent = lines.map(({ sku, quantity }) => ({ sku, quantity }));
  return { external_order_id: `HARD-${n}`, destination_zip, lines: sent };
}

export const HARD: Stage = {
  account: {
    ...warehousesAt(Array.from({ length: WAREHOUSES }, () => '60446')),
    settings: { ranking: 'priority', max_shipments: null },
  },
  prepare: (attacker) =>
    syncAll(
      attacker,
      [...hard.stock].flatMap(([sku, units]) =>
        units.flatMap((quantity_available, n) =>
          quantity_available === 0 ? [] : [{ sku, warehouse_id: `W${n}`, quantity_available }],
        ),
      ),
    ),
};

const chain = stores(1200);

/** The `n`th batch of orders, to ZIPs that the ones before it do not have. */
export const batchToNewZips = (n: number) => ({ orders: ordersToZips(700, n, n) });

/** A chain of stores, all of which have the SKU. */
export const CHAIN: Stage = {
  account: { warehouses: chain.account.warehouses!, profiles: [], item_controls: [] },
  prepare: (attacker) => syncAll(attacker, chain.inventory),
};
