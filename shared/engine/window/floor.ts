import { linesByType, type WindowHead, type WindowLine } from './facts.ts';
import { leastTerm, type PricedSku } from './least-term.ts';
import { findPrices } from './prices.ts';
import { MAX_CANDIDATES, type SearchedOrder, SHIPMENT } from './window-order.ts';

/** Prices are whole millionths of a shipment. */
const MILLIONTHS = 1_000_000;

/** Steps towards prices, and how much may be looked at for them: more of both raise the floor a little. */
const PRICE_ROUNDS = 800;
const PRICE_WORK = 100_000_000;

/** A number that no assignment of the window's orders goes below, and the prices that prove it. */
interface Bound {
  /** Exact: in millionths of a shipment, or in ten-thousandths of a currency unit. */
  readonly exact: number;
  /** By SKU and warehouse ID, in the same; a pair without a price is left out. */
  readonly prices: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

/** What no assignment of the window's orders goes below. */
export interface WindowFloor {
  /** In shipments, rounded up. */
  readonly floor: number;
  readonly shipments: Bound;
  /** Null: not all orders ship by lowest cost. */
  readonly cost: Bound | null;
}

/** The warehouses and SKUs of a window by number. A pair is named by both. */
interface NumberedWindow {
  readonly skus: readonly string[];
  readonly warehouse_ids: readonly string[];
  readonly supply: Int32Array;
  /** Those that ship something. */
  readonly orders: readonly NumberedOrder[];
}

interface NumberedOrder {
  readonly skus: readonly NumberedSku[];
  readonly most: number;
  /** By warehouse, what a shipment costs at least, and a unit of each SKU. Undefined: that is not known. */
  readonly costs: ReadonlyMap<number, readonly number[]> | undefined;
}

interface NumberedSku {
  readonly quantity: number;
  readonly isWhole: boolean;
  /** The pair of each warehouse that may ship it and has some. */
  readonly pairs: ReadonlyMap<number, number>;
}

/** What an order pays beside the prices of its units. Whole numbers. */
interface Measure {
  shipment(order: NumberedOrder, warehouse: number): number;
  unit(order: NumberedOrder, sku: number, warehouse: number): number;
  /** What each order pays less: its first shipment has no split penalty. */
  readonly less: number;
}

const SHIPMENTS: Measure = { shipment: () => MILLIONTHS, unit: () => 0, less: 0 };

/** By the lines of cost that the orders have. */
function byCost(splitPenalty: number): Measure {
  return {
    shipment: ({ costs }, warehouse) => costs!.get(warehouse)![0]! + splitPenalty,
    unit: ({ costs }, sku, warehouse) => costs!.get(warehouse)![sku + 1]!,
    less: splitPenalty,
  };
}

/**
 * The floor of a window by weak duality (docs/explanation/whole-window.md): each order pays for its shipments and, at prices, for
 * the units that it takes; whatever all orders pay at the least, less the value of all supply, no assignment goes below.
 * `lines` are those of windowLines.
 */
export function windowFloor(lines: readonly WindowLine[], { split_penalty = 0 }: WindowHead): WindowFloor {
  const numbered = numberedWindow(lines);
  const shipments = boundBy(SHIPMENTS, numbered);
  const areByCost = numbered.orders.length > 0 && numbered.orders.every(({ costs }) => costs !== undefined);
  return {
    floor: Math.ceil(shipments.exact / MILLIONTHS),
    shipments,
    cost: areByCost ? boundBy(byCost(split_penalty), numbered, shipments.exact / MILLIONTHS) : null,
  };
}

/** `shipments`: about how many all orders have. Not given: what they pay for at no prices. */
function boundBy(measure: Measure, numbered: NumberedWindow, shipments?: number): Bound {
  const { orders, supply, skus, warehouse_ids } = numbered;
  const at = (prices: readonly number[]) => ({ prices, exact: boundAt(prices, measure, numbered) });
  const free = at(Array.from(supply, () => 0));
  // What a usual shipment costs counts as SHIPMENT, as prices are sought in that.
  const scale = (SHIPMENT * (shipments ?? free.exact / MILLIONTHS)) / Math.max(1, free.exact);
  const prices = findPrices(
    orders.map((order) => searchedOrder(order, measure, scale)),
    supply,
    { rounds: PRICE_ROUNDS, mostWork: PRICE_WORK },
  );
  const dear = at(Array.from(prices, (price) => Math.round(price / scale)));
  const best = dear.exact > free.exact ? dear : free;
  const pricesOf = (nth: number) =>
    Object.fromEntries(
      warehouse_ids
        .map((id, warehouse) => [id, best.prices[nth * warehouse_ids.length + warehouse]!] as const)
        .filter(([, price]) => price > 0),
    );
  return { exact: best.exact, prices: new Map(skus.map((sku, nth) => [sku, pricesOf(nth)])) };
}

function numberedWindow(lines: readonly WindowLine[]): NumberedWindow {
  const { supply, eligible, orders } = linesByType(lines);
  const ids = [...new Set([...supply.flatMap(({ units }) => Object.keys(units))])].sort();
  const count = ids.length;
  const numberOf = new Map(ids.map((id, warehouse) => [id, warehouse]));
  const units = Int32Array.from(supply.flatMap((line) => ids.map((id) => line.units[id] ?? 0)));
  const first = new Map(supply.map(({ sku }, nth) => [sku, nth * count]));
  const sets = eligible.map(({ warehouse_ids }) => warehouse_ids.flatMap((id) => numberOf.get(id) ?? []));
  return {
    skus: supply.map(({ sku }) => sku),
    warehouse_ids: ids,
    supply: units,
    orders: orders
      .filter(({ skus }) => skus.length > 0)
      .map(({ skus, costs, most, too_late = {} }) => ({
        most,
        costs: costs && new Map(Object.entries(costs).map(([id, line]) => [numberOf.get(id)!, line])),
        skus: skus.map(({ sku, units: quantity, eligible: set, whole = false }) => ({
          quantity,
          isWhole: whole,
          pairs: new Map(
            sets[set]!.map((warehouse) => [warehouse, first.get(sku)! + warehouse] as const).filter(
              ([warehouse, pair]) => units[pair]! > 0 && !(ids[warehouse]! in too_late),
            ),
          ),
        })),
      })),
  };
}

/** An order as prices are found for it. */
function searchedOrder(order: NumberedOrder, measure: Measure, scale: number): SearchedOrder {
  const { skus } = order;
  const all = [...new Set(skus.flatMap(({ pairs }) => [...pairs.keys()]))];
  const candidates = all.slice(0, MAX_CANDIDATES).sort((left, right) => left - right);
  const weights = candidates.map((warehouse) => scale * measure.shipment(order, warehouse));
  return {
    demands: skus.length,
    most: order.most,
    candidates,
    skus: skus.map(({ quantity, isWhole, pairs }, demand) => ({
      demand,
      quantity,
      isWhole,
      pairs: candidates.map((warehouse) => pairs.get(warehouse) ?? -1),
      keptBack: candidates.map(() => 0),
      unitCosts: candidates.map((warehouse) => scale * measure.unit(order, demand, warehouse)),
    })),
    slots: candidates.map(() => -1),
    weights,
    least: Math.min(...weights),
    cost: null,
    judge: null,
    later: candidates.map(() => 0),
    daysLater: null,
  };
}

/** What all orders pay at the least, less the value of the supply: exact. */
function boundAt(prices: readonly number[], measure: Measure, { orders, supply }: NumberedWindow): number {
  const termOf = (order: NumberedOrder): number => {
    const priced = order.skus.map(
      ({ quantity, isWhole, pairs }, sku): PricedSku => ({
        quantity,
        isWhole,
        sources: [...pairs].map(([warehouse, pair]) => ({
          warehouse,
          units: supply[pair]!,
          price: prices[pair]! + measure.unit(order, sku, warehouse),
        })),
      }),
    );
    return leastTerm(priced, (warehouse) => measure.shipment(order, warehouse), order.most) - measure.less;
  };
  let sum = 0n;
  for (const order of orders) sum += BigInt(termOf(order));
  for (const [pair, price] of prices.entries()) sum -= BigInt(price) * BigInt(supply[pair]!);
  return Number(sum);
}
