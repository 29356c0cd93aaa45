import { compileConfiguration } from '../../../shared/engine/compile.ts';
import { decide } from '../../../shared/engine/decide.ts';
import {
  allocationOrder,
  type OrderPriority,
  priorityGroups,
} from '../../../shared/engine/rules/allocation-order.ts';
import type { PriceList } from '../../../shared/engine/rules/price-list.ts';
import { DEFAULT_SETTINGS } from '../../../shared/engine/settings.ts';
import type { Configuration, Destination, Order } from '../../../shared/engine/types.ts';
import { orderAlone } from '../../../shared/engine/window/order-alone.ts';
import type { OrderAlone, Window } from '../../../shared/engine/window/window-order.ts';
import { createRandom } from '../../demo/random.ts';

/** Orders and stock of which windows are made. */
export interface WindowInstance {
  readonly configuration: Configuration;
  readonly orders: readonly (Order & OrderPriority & { readonly order_id: string })[];
  readonly destinations: readonly (Destination | null)[];
  /** By SKU and warehouse. It is used up. */
  readonly stock: Map<string, number[]>;
}

/** An instance, made when it is asked for. */
export interface NamedInstance {
  readonly name: string;
  readonly instance: () => WindowInstance;
}

/** A window of an instance whose orders are decided one by one, and the IDs of its orders. */
export interface InstanceWindow {
  readonly window: Window;
  readonly order_ids: readonly string[];
}

/** Decides the orders one by one. */
export function windowOf(instance: WindowInstance, most_days_later: number | null): InstanceWindow {
  const compiled = compileConfiguration(instance.configuration);
  const stock = new Map([...instance.stock].map(([sku, units]) => [sku, [...units]]));
  const groups = priorityGroups(instance.orders);
  const orders: OrderAlone[] = [];
  const order_ids: string[] = [];
  for (const index of allocationOrder(instance.orders, true)) {
    const order = instance.orders[index]!;
    const destination = instance.destinations[index]!;
    const input = { order, destination, availability: stock, unit_values: new Map() };
    const { decision } = decide(compiled, input);
    const alone = orderAlone(compiled, input, decision, groups[index]!);
    for (const { warehouse, lines } of decision.shipments) {
      for (const { sku, ship_qty } of lines) stock.get(sku)![warehouse]! -= ship_qty;
    }
    if (alone === null) continue;
    orders.push(alone);
    order_ids.push(order.order_id);
  }
  return { window: { compiled, orders, stock, slots: new Map(), most_days_later }, order_ids };
}

/** Parcels by zone, the days that they take: dearer with the way, cheaper by weight the heavier they are. */
const ZONES = 7;
const MAX_WEIGHTS = [1, 2, 5, 10, 20, 40, 70];

function parcelPrices(zone: number): PriceList {
  const priceOf = (weight: number) => 4.5 + 0.7 * zone + (0.35 + 0.12 * zone) * weight ** 0.9;
  return {
    max_weights: MAX_WEIGHTS.map((weight) => weight * 10_000),
    prices: MAX_WEIGHTS.map((weight) => Math.round(priceOf(weight) * 100) * 100),
  };
}

const PARCELS = Array.from({ length: ZONES }, (_, zone) => parcelPrices(zone + 1));

/** The same orders and stock with rates, each order by lowest cost. A unit weighs from half a pound to eight. */
export function byLowestCost(instance: WindowInstance): WindowInstance {
  const { configuration, orders, destinations } = instance;
  const random = createRandom(11).next;
  const weights = new Map([...instance.stock.keys()].map((sku) => [sku, Math.ceil(random() ** 2 * 16) / 2]));
  const listOf = (days = ZONES) => PARCELS[Math.min(Math.max(days, 1), ZONES) - 1]!;
  return {
    ...instance,
    configuration: {
      ...configuration,
      settings: { ...configuration.settings, objective: 'lowest_cost' },
      warehouses: configuration.warehouses.map((each) => ({
        ...each,
        handling: { per_shipment: 1.2, per_line: 0.3 },
      })),
      rates: { currency: 'USD', zones: { by: 'table' } },
      split_penalty: 1,
    },
    orders: orders.map((order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, unit_weight: weights.get(line.sku) ?? 1 })),
    })),
    destinations: destinations.map(
      (each) =>
        each && {
          ...each,
          prices: configuration.warehouses.map((_, at) => listOf(each.lanes.at(at)?.transit_days)),
        },
    ),
  };
}

const NETWORKS = {
  'few large sites': { sites: 6, carries: () => 0.9 },
  'large and small sites': { sites: 20, carries: (site: number) => (site < 3 ? 0.9 : 0.25) },
  'many equal stores': { sites: 60, carries: () => 0.12 },
} as const;

const ORDERS = 5000;
const SKUS = 1500;
/** Units of a SKU in all sites, by what the orders ask for. */
const STOCK_LEVELS = [0.7, 1, 1.5];

/** Three networks at three levels of stock, generated: the same each time. */
export function generatedInstances(): NamedInstance[] {
  return (Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).flatMap((network) =>
    STOCK_LEVELS.map((level) => ({
      name: `${network}, ${level} of the demand`,
      instance: () => generated(network, level),
    })),
  );
}

function generated(network: keyof typeof NETWORKS, level: number): WindowInstance {
  const { sites, carries } = NETWORKS[network];
  const random = createRandom(7).next;
  const at = Array.from({ length: sites }, () => [random(), random()] as const);
  const orders = Array.from({ length: ORDERS }, (_, index) => ({
    order_id: `SO-${index + 1}`,
    partner_id: null,
    is_vip: random() < 0.05,
    priority_level: random() < 0.3 ? 1 + Math.floor(2 * random()) : null,
    order_created_at: null,
    lines: [...new Set(Array.from({ length: 1 + Math.floor(random() ** 2 * 5) }, () => popular(random)))].map(
      (sku) => ({ sku: `S${sku}`, quantity: 1 + Math.floor(random() ** 2 * 5), unit_value: null }),
    ),
  }));
  const destinations = orders.map(() => {
    const [x, y] = [random(), random()];
    const lanes = at.map(([east, north]) => ({
      transit_days: 1 + Math.floor(Math.hypot(east - x, north - y) * 4),
      distance_miles: Math.round(Math.hypot(east - x, north - y) * 2500),
      source: 'generated',
    }));
    return { zip: '10001', lanes };
  });
  const asked = new Map<string, number>();
  for (const { lines } of orders)
    for (const { sku, quantity } of lines) asked.set(sku, (asked.get(sku) ?? 0) + quantity);
  const stock = new Map(
    [...asked].map(([sku, units]) => {
      const shares = Array.from({ length: sites }, (_, site) => (random() < carries(site) ? random() : 0));
      const all = shares.reduce((sum, share) => sum + share, 0) || 1;
      return [sku, shares.map((share) => Math.round((level * units * share) / all))] as const;
    }),
  );
  return {
    configuration: {
      settings: DEFAULT_SETTINGS,
      warehouses: at.map((_, site) => ({
        warehouse_id: `W${site + 1}`,
        warehouse_code: `W${site + 1}`,
        warehouse_name: `Site ${site + 1}`,
        zip: '10001',
        enabled: true,
        priority: null,
      })),
      profiles: [],
      item_controls: [],
    },
    orders,
    destinations,
    stock: new Map(stock),
  };
}

/** A SKU: some are asked for much more often than others. */
function popular(random: () => number): number {
  return Math.floor(SKUS * random() ** 2);
}
