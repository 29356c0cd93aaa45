import type { InventoryRow } from '../contracts/inventory.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { Principal } from '../identity/principal.ts';
import { TOGETHER } from '../ledger/decide-window.ts';
import { LedgerQueues } from '../ledger/ledger-queues.ts';
import { routeOrders } from '../ledger/ledger-turn.ts';
import type { RoutingDeps } from '../ledger/prepared-run.ts';
import type { DecidedOrder } from '../ledger/run-store.ts';
import { type InventorySyncDeps, syncInventory } from '../ledger/stock/take-sync.ts';
import { createLaneResolver } from '../transit/lane-resolver.ts';
import { createTestDatabase } from './test-database.ts';

/** The use cases on one database, as in one process of the service. */
export interface RoutingFixture {
  readonly deps: RoutingDeps & InventorySyncDeps;
  sync(principal: Principal, rows: readonly Partial<InventoryRow>[]): ReturnType<typeof syncInventory>;
  route(principal: Principal, orders: readonly Partial<RoutingOrder>[]): Promise<RoutedRun<DecidedOrder>>;
  close(): Promise<void>;
}

/** A result that must be an answer, and no refusal such as TOO_HARD. */
export function answered<T>(result: T): Exclude<T, symbol> {
  if (typeof result === 'symbol') throw new Error(`No answer: ${String(result)}`);
  return result as Exclude<T, symbol>;
}

/** A fixture on the connections of one process. `close` closes them. */
export function openRoutingFixture(db: Database, ledgerQueues = new LedgerQueues(db)): RoutingFixture {
  const lanes = createLaneResolver(db);
  const deps = {
    db,
    lanes,
    ledgerQueues,
    syncQueues: new LedgerQueues(db),
    now: () => new Date(),
  };
  return {
    deps,
    sync: (principal, rows) =>
      syncInventory(deps, principal, { source_name: null, rows: rows.map(anInventoryRow) }),
    route: async (principal, orders) => {
      const routed = await routeOrders(deps, {
        principal,
        request: { orders: orders.map(anOrder), warnings: null },
        idempotency: null,
        together: TOGETHER,
        present: (routed) => routed,
      });
      return answered(routed);
    },
    async close() {
      await lanes.close();
      await db.close();
    },
  };
}

/** The use cases on a new database. `close` drops the database. Needs the vitest project `int`. */
export async function createRoutingFixture(): Promise<RoutingFixture> {
  const db = await createTestDatabase();
  const fixture = openRoutingFixture(openDatabase(db.url, { secrets: db.secrets }));
  return {
    ...fixture,
    async close() {
      await fixture.close();
      await db.close();
    },
  };
}

/** Two processes on one database. */
export interface TwoServices {
  /** The connections of the first process. */
  readonly db: Database;
  readonly services: readonly [RoutingFixture, RoutingFixture];
  close(): Promise<void>;
}

/** The use cases of two processes on one new database. `close` drops the database. Needs the vitest project `int`. */
export async function createTwoServices(): Promise<TwoServices> {
  const { services, ...rest } = await createServices(2);
  return { ...rest, services: [services[0]!, services[1]!] };
}

/** The same of so many processes. */
export async function createServices(processes: number) {
  const first = await createRoutingFixture();
  const { db } = first.deps;
  const others = Array.from({ length: processes - 1 }, () =>
    openRoutingFixture(openDatabase(db.url, { secrets: db.secrets })),
  );
  return {
    db,
    services: [first, ...others],
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await first.close();
    },
  };
}

/** A row of five units at EWR1. */
export function anInventoryRow(overrides: Partial<InventoryRow> = {}): InventoryRow {
  return {
    sku: 'A',
    warehouse_id: 'EWR1',
    warehouse_code: null,
    quantity: 5,
    unit_value: null,
    unit_weight: null,
    sku_description: null,
    ...overrides,
  };
}

let orders = 0;

/** An order of one unit of A to New York City, with an ID of its own. */
export function anOrder(overrides: Partial<RoutingOrder> = {}): RoutingOrder {
  orders += 1;
  return {
    order_id: `order-${orders}`,
    destination_zip: '10001',
    lines: [{ sku: 'A', quantity: 1, unit_value: 10 }],
    is_vip: false,
    priority_level: null,
    order_created_at: null,
    partner_id: null,
    carrier: null,
    ship_method: null,
    raw_order_data: null,
    ...overrides,
  };
}

/** Lines from `{sku: quantity}`, each unit worth 10. */
export function linesOf(quantities: Readonly<Record<string, number>>): RoutingOrder['lines'] {
  return Object.entries(quantities).map(([sku, quantity]) => ({ sku, quantity, unit_value: 10 }));
}
