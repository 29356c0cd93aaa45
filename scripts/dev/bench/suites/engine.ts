import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoutingOrder } from '../../../../shared/contracts/order.ts';
import { type CompiledConfiguration, compileConfiguration } from '../../../../shared/engine/compile.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/engine/settings.ts';
import type { Configuration, Decision, Destination } from '../../../../shared/engine/types.ts';
import { Utf8Writer } from '../../../../shared/foundation/utf8-writer.ts';
import { decideAll } from '../../../../shared/routing/decide-turn.ts';
import { encodeDecision } from '../../../../shared/routing/decisions/codec.ts';
import type { StockByWarehouse } from '../../../../shared/routing/inventory/stock-pool.ts';
import { parseLaneFile } from '../../../../shared/transit/lane-file.ts';
import { createLaneTable } from '../../../../shared/transit/table.ts';
import { locateZip, parseZip } from '../../../../shared/transit/zip-codes.ts';
import { zoneLane } from '../../../../shared/transit/zone.ts';
import { ledgerInMemory } from '../../../demo/ledger-in-memory.ts';
import { createRandom } from '../../../demo/random.ts';
import { batchDataset, configurationOf, type Dataset, routingOrders, type SentStockRow } from '../dataset.ts';
import type { Comparison, Suite } from '../measure.ts';

/** A round is the mean of so many passes over the batch, because one pass is shorter than a garbage collection. */
const PASSES = 5;
const SEED = 20_261_121;
/** Of a decision. */
const USUAL_BYTES = 64;

/** Everything that the engine needs, in memory. */
interface EngineInput {
  readonly configuration: Configuration;
  readonly destinations: ReadonlyMap<string, Destination | null>;
  readonly stock: readonly SentStockRow[];
  readonly orders: readonly RoutingOrder[];
  readonly body: string;
}

/** From parsed orders to compact decisions, with known lanes, in comparison with parsing the batch's body. */
export function engineSuite(): Suite {
  return {
    comparisons: [
      comparison('5,000 orders, 8 warehouses, inventory-aware', 1, batchInput(batchDataset())),
      comparison('generated: 50 warehouses, 3 to 8 lines', null, generatedInput(5000)),
    ],
  };
}

function comparison(name: string, goal: number | null, input: EngineInput): Comparison {
  // As in the service, a version of the configuration is compiled once, and remembers the rankings of destinations.
  const compiled = compileConfiguration(input.configuration);
  return {
    figures: [{ case: name, unit: 'ms', goal, better: 'lower' }],
    rounds: 9,
    warmUps: 4,
    ours: () => [mean(() => route(input, compiled))],
    floor: () => [mean(() => parseBatch(input.body))],
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

/** Decides and encodes the orders once. Milliseconds. */
export function route(input: EngineInput, compiled: CompiledConfiguration): number {
  const { configuration, destinations, orders } = input;
  const state = ledgerInMemory({ configuration, compiled, stock: stockOf(input) });
  const started = performance.now();
  const { decisions } = decideAll(state, { orders, destinations });
  const out = new Utf8Writer(USUAL_BYTES * orders.length);
  for (let i = 0; i < orders.length; i++) out.write(encodeDecision(decisions[i]!, orders[i]!));
  const taken = performance.now() - started;
  if (out.bytes().length === 0) throw new Error('Nothing was decided.');
  refuseExhausted(decisions);
  return taken;
}

/** Throws if a search stopped at its limit of work: then the figure would not be comparable. */
function refuseExhausted(decisions: readonly Decision[]): void {
  const exhausted = decisions.filter((decision) => decision.budget_exhausted).length;
  if (exhausted > 0) throw new Error(`${exhausted} searches stopped at their budget.`);
}

function stockOf({ configuration, stock }: EngineInput): Map<string, StockByWarehouse> {
  const places = new Map(configuration.warehouses.map(({ warehouse_id }, index) => [warehouse_id, index]));
  const bySku = new Map<string, StockByWarehouse>();
  for (const { sku, warehouse_id, quantity_available } of stock) {
    let found = bySku.get(sku);
    if (found === undefined) {
      found = { quantity: Array(places.size).fill(0), reserved: Array(places.size).fill(0) };
      bySku.set(sku, found);
    }
    found.quantity[places.get(warehouse_id)!] = quantity_available;
  }
  return bySku;
}

export function batchInput(dataset: Dataset): EngineInput {
  const configuration = configurationOf(dataset.account);
  const ids = configuration.warehouses.map(({ warehouse_id }) => warehouse_id);
  const lanes = laneTable(dataset, ids);
  const orders = routingOrders(dataset.orders);
  return {
    configuration,
    destinations: destinationsOf(orders, (zip) => ({
      zip,
      lanes: configuration.warehouses.map(
        ({ warehouse_id, zip: origin }) => lanes?.lane(warehouse_id, zip) ?? zoneLane(origin, zip),
      ),
    })),
    stock: dataset.inventory,
    orders,
    body: JSON.stringify({ orders: dataset.orders }),
  };
}

function laneTable({ account, folder }: Dataset, ids: readonly string[]) {
  if (folder === null || account.transit?.provider !== 'table') return null;
  const text = readFileSync(join(folder, account.transit.lanes_file!), 'utf8');
  return createLaneTable(parseLaneFile(text, ids).lanes);
}

function destinationsOf(
  orders: readonly RoutingOrder[],
  resolve: (zip: string) => Destination,
): Map<string, Destination | null> {
  const destinations = new Map<string, Destination | null>();
  for (const { destination_zip: sent } of orders) {
    if (destinations.has(sent)) continue;
    const zip = parseZip(sent);
    destinations.set(sent, zip === null || locateZip(zip) === null ? null : resolve(zip));
  }
  return destinations;
}

/** Orders and stock with 50 warehouses. Each SKU is in a tenth of them, with stock for 70 % of what the orders want. */
function generatedInput(count: number): EngineInput {
  const random = createRandom(SEED);
  const warehouses = Array.from({ length: 50 }, (_, index) => ({
    warehouse_id: `W${index}`,
    warehouse_code: `W${index}`,
    warehouse_name: `Warehouse ${index}`,
    zip: '60614',
    enabled: true,
    priority: null,
  }));
  const skus = Array.from({ length: 1000 }, (_, index) => `SKU-${index}`);
  const demand = new Map<string, number>();
  const orders = Array.from({ length: count }, (_, index) => {
    const wanted = new Set(Array.from({ length: random.between(3, 8) }, () => random.pick(skus)));
    const lines = [...wanted].map((sku) => ({ sku, quantity: random.between(1, 5), unit_value: 10 }));
    for (const { sku, quantity } of lines) demand.set(sku, (demand.get(sku) ?? 0) + quantity);
    const destination_zip = String(10_000 + random.between(0, 999));
    return { external_order_id: `G-${index}`, destination_zip, lines };
  });
  const stock = skus.flatMap((sku) => {
    const places = new Set<number>();
    while (places.size < 5) places.add(random.between(0, 49));
    const each = Math.ceil(((demand.get(sku) ?? 0) * 0.7) / 5);
    return [...places].map((place) => ({ sku, warehouse_id: `W${place}`, quantity_available: each }));
  });
  const routing = routingOrders(orders);
  const lanes = new Map<string, Destination>();
  for (const { destination_zip: zip } of orders) {
    const way = () => ({ transit_days: random.between(1, 7), distance_miles: null, source: 'generated' });
    if (!lanes.has(zip)) lanes.set(zip, { zip, lanes: warehouses.map(way) });
  }
  return {
    configuration: { settings: DEFAULT_SETTINGS, warehouses, profiles: [], item_controls: [] },
    destinations: lanes,
    stock,
    orders: routing,
    body: JSON.stringify({ orders }),
  };
}
