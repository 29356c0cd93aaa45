import { describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../shared/accounts/account-file.ts';
import { batchRequest, toRoutingOrders } from '../../shared/contracts/order.ts';
import { DEFAULT_SETTINGS } from '../../shared/engine/settings.ts';
import type { Configuration, Destination } from '../../shared/engine/types.ts';
import { decideAll } from '../../shared/ledger/decide-turn.ts';
import type { StockByWarehouse } from '../../shared/ledger/stock/stock-pool.ts';
import { parseLaneFile } from '../../shared/transit/lane-file.ts';
import { isKnownZip, parseZip } from '../../shared/transit/zip-codes.ts';
import { zoneLane } from '../../shared/transit/zone.ts';
import { DEMO_CATALOGUE } from './catalogue.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';
import { generateInventory } from './demo-inventory.ts';
import { generateOrders } from './demo-orders.ts';
import { FURNITURE_ACCOUNT, FURNITURE_SHOP, furnitureLanes } from './furniture-client.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';

const COUNT = 3000;
const SEED = 1;
const orders = [...generateOrders(COUNT, SEED)];
const inventory = generateInventory(COUNT, SEED);
const account = parseAccountFile(DEMO_ACCOUNT);

const share = (matches: (order: (typeof orders)[number]) => boolean) =>
  orders.filter(matches).length / orders.length;

describe('the demo account', () => {
  it('is a valid account file of 8 to 12 warehouses, one of them disabled', () => {
    expect(account.warehouses!.length).toBeGreaterThanOrEqual(8);
    expect(account.warehouses!.length).toBeLessThanOrEqual(12);
    expect(account.warehouses!.filter((warehouse) => !warehouse.enabled)).toHaveLength(1);
  });

  it('has rules for products of its catalogue only, one of each kind', () => {
    const skus = new Set(DEMO_CATALOGUE.map((product) => product.sku));
    expect(account.item_controls!.filter((rule) => !skus.has(rule.sku))).toEqual([]);
    expect(new Set(account.item_controls!.map((control) => control.rule)).size).toBe(7);
  });
});

describe('generated orders', () => {
  it('are the same for the same seed, however many are taken', () => {
    expect([...generateOrders(100, SEED)]).toEqual(orders.slice(0, 100));
    expect([...generateOrders(100, SEED + 1)]).not.toEqual(orders.slice(0, 100));
  });

  it('are what the service accepts as a batch', () => {
    const { orders: accepted } = batchRequest.parse({ orders });
    expect(toRoutingOrders(accepted, (index) => `orders[${index}]`)).toHaveLength(COUNT);
  });

  it('have some VIPs, some priorities, some partners and few bad ZIPs', () => {
    expect(share((order) => order.is_vip === true)).toBeCloseTo(0.04, 1);
    expect(share((order) => order.priority_level !== undefined)).toBeCloseTo(0.25, 1);
    expect(share((order) => order.partner_id === 'marketplace')).toBeCloseTo(0.24, 1);
    const bad = share((order) => !isKnownZip(parseZip(order.destination_zip) ?? '00000'));
    expect(bad).toBeGreaterThan(0.003);
    expect(bad).toBeLessThan(0.02);
  });

  it('go about where people live', () => {
    const to = (pattern: RegExp) => share((order) => pattern.test(order.destination_zip));
    // Of 331 million people 20.1 live around New York and 13.2 around Los Angeles.
    expect(Math.abs(to(/^(07|10[0-4]|11)/) - 20.1 / 331)).toBeLessThan(0.02);
    expect(Math.abs(to(/^9(0[0-8]|1[0-8]|2[678])/) - 13.2 / 331)).toBeLessThan(0.02);
    expect(new Set(orders.map((order) => order.destination_zip.slice(0, 3))).size).toBeGreaterThan(500);
  });
});

describe('generated inventory', () => {
  it('is the same for the same seed', () => {
    expect(generateInventory(COUNT, SEED)).toEqual(inventory);
  });

  it('has each product once at an enabled warehouse', () => {
    const enabled = new Set(account.warehouses!.filter((one) => one.enabled).map((one) => one.warehouse_id));
    expect(new Set(inventory.map((row) => `${row.warehouse_id} ${row.sku}`)).size).toBe(inventory.length);
    expect(inventory.filter((row) => !enabled.has(row.warehouse_id))).toEqual([]);
  });

  it('forces splits and shortages, while most orders ship whole', () => {
    const counts = decideDemo();
    expect(counts.FULL).toBeGreaterThan(COUNT * 0.7);
    expect(counts.SPLIT).toBeGreaterThan(COUNT * 0.03);
    expect(counts.PARTIAL).toBeGreaterThan(COUNT * 0.01);
    expect(counts.PARTIAL_SPLIT).toBeGreaterThan(0);
    expect(counts.NONE).toBeLessThan(COUNT * 0.06);
  });
});

describe('the second demo client', () => {
  const { warehouses, item_controls } = parseAccountFile(FURNITURE_ACCOUNT);
  const ids = warehouses!.map(({ warehouse_id }) => warehouse_id);

  it('has rules, orders and stock of its own products only', () => {
    const skus = new Set(FURNITURE_SHOP.catalogue.map(({ sku }) => sku));
    const ordered = [...generateOrders(150, SEED, FURNITURE_SHOP)];
    const stocked = generateInventory(150, SEED, FURNITURE_SHOP);
    expect(batchRequest.parse({ orders: ordered }).orders).toHaveLength(150);
    const named = [...item_controls!, ...ordered.flatMap(({ lines }) => lines!), ...stocked];
    expect(named.filter(({ sku }) => !skus.has(sku))).toEqual([]);
    expect(stocked.filter(({ warehouse_id }) => !ids.includes(warehouse_id))).toEqual([]);
  });

  it('has a lane from each warehouse to all of the mainland, longer the farther it is', () => {
    const { rows: lanes, faults } = parseLaneFile(furnitureLanes(), ids);
    expect(faults).toEqual([]);
    expect(lanes.length % ids.length).toBe(0);
    const daysOf = (warehouse: string, prefix: string) =>
      lanes.find((lane) => lane.warehouse_id === warehouse && lane.destination_prefix === prefix)
        ?.transit_days;
    // From Ontario CA: to itself, Dallas, Boston and Honolulu.
    expect(['917', '752', '021', '968'].map((prefix) => daysOf('ONT2', prefix))).toEqual([
      2,
      4,
      7,
      undefined,
    ]);
  });
});

function decideDemo(): Record<string, number> {
  const configuration: Configuration = {
    settings: { ...DEFAULT_SETTINGS, ...account.settings },
    warehouses: account.warehouses!,
    profiles: account.profiles!,
    item_controls: account.item_controls!,
  };
  const { warehouses } = configuration;
  const stock = new Map<string, StockByWarehouse>(
    DEMO_CATALOGUE.map(({ sku }) => [
      sku,
      { quantity: warehouses.map(() => 0), reserved: warehouses.map(() => 0) },
    ]),
  );
  for (const row of inventory) {
    const warehouse = warehouses.findIndex((one) => one.warehouse_id === row.warehouse_id);
    stock.get(row.sku)!.quantity[warehouse] = row.quantity_available;
  }
  const destinationOf = (sent: string): Destination | null => {
    const zip = parseZip(sent);
    if (zip === null || !isKnownZip(zip)) return null;
    return { zip, lanes: warehouses.map((one) => (one.enabled ? zoneLane(one.zip, zip) : null)) };
  };
  const unit_values = new Map(DEMO_CATALOGUE.map((product) => [product.sku, product.unit_value]));
  const { decisions } = decideAll(ledgerInMemory({ configuration, stock, unit_values }), {
    orders: toRoutingOrders(orders, () => ''),
    destinations: new Map(
      orders.map((order) => [order.destination_zip, destinationOf(order.destination_zip)]),
    ),
  });
  return Object.fromEntries(
    [...new Set(decisions.map((decision) => decision.status))].map((status) => [
      status,
      decisions.filter((decision) => decision.status === status).length,
    ]),
  );
}
