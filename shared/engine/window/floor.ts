import { linesByType, type WindowLine } from './facts.ts';
import { leastTerm, type PricedSku } from './least-term.ts';
import { findPrices } from './prices.ts';
import { MOST_CANDIDATES, type SearchedOrder, SHIPMENT } from './window-order.ts';

/** Prices are whole millionths of a shipment. */
export const MILLIONTHS = 1_000_000;

/** Steps towards prices: more of them raise the floor a little. */
const PRICE_ROUNDS = 400;

/** A number of shipments that no assignment of the window's orders goes below, and the prices that prove it. */
export interface WindowFloor {
  /** In shipments, rounded up. */
  readonly floor: number;
  /** The same, exact, in millionths. */
  readonly millionths: number;
  /** By SKU and warehouse ID; a pair without a price is left out. */
  readonly prices: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

/** The warehouses and SKUs of a window by number. A pair is named by both. */
interface NumberedWindow {
  readonly warehouse_ids: readonly string[];
  readonly supply: Int32Array;
  /** By order and SKU that it ships. */
  readonly orders: readonly (readonly NumberedSku[])[];
}

interface NumberedSku {
  readonly quantity: number;
  readonly isWhole: boolean;
  /** The pair of each warehouse that may ship it and has some. */
  readonly pairs: ReadonlyMap<number, number>;
}

/**
 * The floor of a window by weak duality (docs/explanation/whole-window.md): each order pays for its shipments and, at prices, for
 * the units that it takes; whatever all orders pay at the least, less the value of all supply, no assignment goes below.
 * `lines` are those of windowLines.
 */
export function windowFloor(lines: readonly WindowLine[]): WindowFloor {
  const numbered = numberedWindow(lines);
  const { prices } = findPrices(
    numbered.orders.filter((skus) => skus.length > 0).map(searchedOrder),
    numbered.supply,
    PRICE_ROUNDS,
  );
  const at = (whole: readonly number[]) => ({ prices: whole, sum: boundAt(whole, numbered) });
  const free = at(Array.from(prices, () => 0));
  const dear = at(Array.from(prices, (price) => Math.round((price / SHIPMENT) * MILLIONTHS)));
  const best = dear.sum > free.sum ? dear : free;
  const { warehouse_ids } = numbered;
  const pricesOf = (nth: number) =>
    Object.fromEntries(
      warehouse_ids
        .map((id, warehouse) => [id, best.prices[nth * warehouse_ids.length + warehouse]!] as const)
        .filter(([, price]) => price > 0),
    );
  return {
    floor: Math.ceil(best.sum / MILLIONTHS),
    millionths: best.sum,
    prices: new Map(linesByType(lines).supply.map(({ sku }, nth) => [sku, pricesOf(nth)])),
  };
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
    warehouse_ids: ids,
    supply: units,
    orders: orders.map(({ skus }) =>
      skus.map(({ sku, units: quantity, eligible: set, whole = false }) => ({
        quantity,
        isWhole: whole,
        pairs: new Map(
          sets[set]!.map((warehouse) => [warehouse, first.get(sku)! + warehouse] as const).filter(
            ([, pair]) => units[pair]! > 0,
          ),
        ),
      })),
    ),
  };
}

/** An order as prices are found for it: all its shipments count the same. */
function searchedOrder(skus: readonly NumberedSku[]): SearchedOrder {
  const all = [...new Set(skus.flatMap(({ pairs }) => [...pairs.keys()]))];
  const candidates = all.slice(0, MOST_CANDIDATES).sort((left, right) => left - right);
  return {
    demands: skus.length,
    candidates,
    skus: skus.map(({ quantity, isWhole, pairs }, demand) => ({
      demand,
      quantity,
      isWhole,
      pairs: candidates.map((warehouse) => pairs.get(warehouse) ?? -1),
      keptBack: candidates.map(() => 0),
    })),
    places: candidates.map(() => -1),
    weights: candidates.map(() => SHIPMENT),
    cost: null,
    judge: null,
  };
}

/** What all orders pay at the least, less the value of the supply: exact, in millionths. */
function boundAt(prices: readonly number[], { orders, supply }: NumberedWindow): number {
  const pricedSku = ({ quantity, isWhole, pairs }: NumberedSku): PricedSku => ({
    quantity,
    isWhole,
    sources: [...pairs].map(([warehouse, pair]) => ({
      warehouse,
      units: supply[pair]!,
      price: prices[pair]!,
    })),
  });
  let sum = 0n;
  for (const skus of orders) if (skus.length > 0) sum += BigInt(leastTerm(skus.map(pricedSku), MILLIONTHS));
  for (const [pair, price] of prices.entries()) sum -= BigInt(price) * BigInt(supply[pair]!);
  return Number(sum);
}
