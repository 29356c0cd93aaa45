import { describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../shared/account/account-file.ts';
import { batchRequest, toRoutingOrders } from '../../shared/contracts/order.ts';
import { DEFAULT_SETTINGS } from '../../shared/engine/settings.ts';
import type { Configuration, Destination } from '../../shared/engine/types.ts';
import { decideAll } from '../../shared/ledger/decide-orders.ts';
import type { StockByWarehouse } from '../../shared/ledger/stock/stock-store.ts';
import { isKnownZip, parseZip } from '../../shared/transit/zip-codes.ts';
import { zoneLane } from '../../shared/transit/zone.ts';
import { DEMO_CATALOGUE } from './catalogue.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';
import { generateInventory } from './demo-inventory.ts';
import { generateOrders } from './demo-orders.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';

const COUNT = 3000;
const SEED = 1;
const orders = [...generateOrders(COUNT, SEED)];
const inventory = generateInventory(COUNT, SEED);
const account = parseAccountFile(DEMO_ACCOUNT);

describe('the demo account', () => {
  it('is a valid account file of 8 to 12 warehouses, one of them disabled', () => {
    expect(account.warehouses!.length).toBeGreaterThanOrEqual(8);
    expect(account.warehouses!.length).toBeLessThanOrEqual(12);
    expect(account.warehouses!.filter((warehouse) => !warehouse.enabled)).toHaveLength(1);
  });
});

describe('generated orders', () => {
  it('are what the service accepts as a batch', () => {
    const { orders: accepted } = batchRequest.parse({ orders });
    expect(toRoutingOrders(accepted, (index) => `orders[${index}]`)).toHaveLength(COUNT);
  });
});

describe('generated inventory', () => {
  it('forces splits and shortages, while most orders ship whole', () => {
    const counts = decideDemo();
    expect(counts.FULL).toBeGreaterThan(COUNT * 0.7);
    expect(counts.SPLIT).toBeGreaterThan(COUNT * 0.03);
    expect(counts.PARTIAL).toBeGreaterThan(COUNT * 0.01);
    expect(counts.PARTIAL_SPLIT).toBeGreaterThan(0);
    expect(counts.NONE).toBeLessThan(COUNT * 0.06);
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
