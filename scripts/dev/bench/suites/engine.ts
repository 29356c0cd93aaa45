import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoutingOrder } from '../../../../shared/contracts/order.ts';
import { compileConfiguration } from '../../../../shared/engine/compile.ts';
import type { Configuration, Destination } from '../../../../shared/engine/types.ts';
import { Utf8Writer } from '../../../../shared/foundation/utf8-writer.ts';
import { decideAll } from '../../../../shared/ledger/decide-turn.ts';
import { encodeDecision } from '../../../../shared/ledger/decisions/codec.ts';
import type { StockByWarehouse } from '../../../../shared/ledger/stock/stock-pool.ts';
import { parseLaneFile } from '../../../../shared/transit/lane-file.ts';
import { createLaneTable } from '../../../../shared/transit/table.ts';
import { locateZip, parseZip } from '../../../../shared/transit/zip-codes.ts';
import { zoneLane } from '../../../../shared/transit/zone.ts';
import { ledgerInMemory } from '../../../demo/ledger-in-memory.ts';
import { batchDataset, configurationOf, type Dataset, routingOrders, type SentStockRow } from '../dataset.ts';
import type { Suite } from '../measure.ts';

/** A round is the mean of so many passes over the batch, because one pass is shorter than a garbage collection. */
const PASSES = 5;
/** Of a decision. */
const USUAL_BYTES = 64;

/** From parsed orders to compact decisions, with known lanes, in comparison with parsing the batch's body. */
export function engineSuite(): Suite {
  const dataset = batchDataset();
  const body = JSON.stringify({ orders: dataset.orders });
  const configuration = configurationOf(dataset.account);
  // As in the service, a version of the configuration is compiled once, and remembers the rankings of destinations.
  const compiled = compileConfiguration(configuration);
  const orders = routingOrders(dataset.orders);
  const destinations = destinationsOf(dataset, configuration, orders);
  /** Decides and encodes the orders once. Milliseconds. Throws if a search stopped at its limit: that is not comparable. */
  const route = (): number => {
    const state = ledgerInMemory({
      configuration,
      compiled,
      stock: stockOf(configuration, dataset.inventory),
    });
    const started = performance.now();
    const { decisions } = decideAll(state, { orders, destinations });
    const out = new Utf8Writer(USUAL_BYTES * orders.length);
    for (let i = 0; i < orders.length; i++) out.write(encodeDecision(decisions[i]!, orders[i]!));
    const taken = performance.now() - started;
    if (out.bytes().length === 0) throw new Error('Nothing was decided.');
    const exhausted = decisions.filter((decision) => decision.budget_exhausted).length;
    if (exhausted > 0) throw new Error(`${exhausted} searches stopped at their budget.`);
    return taken;
  };
  return {
    comparisons: [
      {
        figures: [
          { case: '5,000 orders, 8 warehouses, inventory-aware', unit: 'ms', goal: 1, better: 'lower' },
        ],
        rounds: 9,
        warmUps: 4,
        ours: () => [mean(route)],
        floor: () => [mean(() => parseBatch(body))],
      },
    ],
  };
}

/** Parses a batch's body: the least work for orders as JSON. Milliseconds. */
function parseBatch(body: string): number {
  const started = performance.now();
  const { orders } = JSON.parse(body) as { orders: unknown[] };
  const taken = performance.now() - started;
  if (orders.length === 0) throw new Error('There are no orders.');
  return taken;
}

function mean(measure: () => number): number {
  let sum = 0;
  for (let pass = 0; pass < PASSES; pass++) sum += measure();
  return sum / PASSES;
}

/** The orders' destinations with their lanes: of the dataset's table, else by zones. */
function destinationsOf(
  { account: { transit }, folder }: Dataset,
  { warehouses }: Configuration,
  orders: readonly RoutingOrder[],
): Map<string, Destination | null> {
  const ids = warehouses.map(({ warehouse_id }) => warehouse_id);
  const file = folder !== null && transit?.provider === 'table' ? join(folder, transit.lanes_file!) : null;
  const table = file === null ? null : createLaneTable(parseLaneFile(readFileSync(file, 'utf8'), ids).rows);
  const lanes = (to: string) =>
    warehouses.map(({ warehouse_id, zip }) => table?.(warehouse_id, to) ?? zoneLane(zip, to));
  const destinations = new Map<string, Destination | null>();
  for (const { destination_zip: given } of orders) {
    const zip = parseZip(given);
    if (!destinations.has(given))
      destinations.set(given, zip === null || locateZip(zip) === null ? null : { zip, lanes: lanes(zip) });
  }
  return destinations;
}

function stockOf({ warehouses }: Configuration, rows: readonly SentStockRow[]) {
  const places = new Map(warehouses.map(({ warehouse_id }, index) => [warehouse_id, index]));
  const bySku = new Map<string, StockByWarehouse>();
  for (const { sku, warehouse_id, quantity_available } of rows) {
    let found = bySku.get(sku);
    if (found === undefined) {
      found = { quantity: Array(places.size).fill(0), reserved: Array(places.size).fill(0) };
      bySku.set(sku, found);
    }
    found.quantity[places.get(warehouse_id)!] = quantity_available;
  }
  return bySku;
}
