import type { Money } from '../money.ts';
import type { OrderCosts } from '../rules/order-costs.ts';
import type { PriceList } from '../rules/price-list.ts';

/** Slopes are whole parts of this: sums of their products stay exact. */
const PARTS = 2 ** 20;
/** In ten-thousandths of a currency unit. What costs more counts so much: a line may always be lower. */
const MAX_FIXED = 1e12;
const MAX_PER_UNIT = 1e9;

/**
 * A line that a shipment from a warehouse never costs less than, whatever of these SKUs is in it: first what each shipment
 * costs, then what a unit of each SKU does. Whole ten-thousandths of a currency unit; nothing where the shipment is unpriced.
 */
export function costLine(
  { handling, prices, weights }: OrderCosts,
  warehouse: number,
  skus: readonly { readonly demand: number; readonly quantity: number }[],
): number[] {
  const list = prices[warehouse] ?? null;
  if (list === null) return [0, ...skus.map(() => 0)];
  const { perShipment, perLine, perUnit } = handling[warehouse]!;
  const weight = skus.reduce((sum, { demand, quantity }) => sum + quantity * Number(weights[demand]!), 0);
  const { fixed, slope } = lineBelow(list, weight);
  return [
    Math.min(MAX_FIXED, Number(perShipment) + fixed),
    ...skus.map(({ demand, quantity }) => {
      // A SKU's line costs no less than its share for each of the units.
      const line = Math.floor(Number(perLine) / quantity);
      const weighed = Math.floor((slope * Number(weights[demand]!)) / PARTS);
      return Math.min(MAX_PER_UNIT, Number(perUnit) + line + weighed);
    }),
  ];
}

/**
 * A line below all steps of a price list up to a weight, which touches the step of that weight if it can. It is below the
 * prices of heavier shipments too: each of their parcels costs no less than the line. Neither part is below 0.
 */
function lineBelow({ max_weights, prices }: PriceList, weight: number): { fixed: number; slope: number } {
  const last = max_weights.findIndex((most) => most >= weight);
  const ends = max_weights.slice(0, last < 0 ? undefined : last + 1).map(Number);
  const end = Math.min(weight, ends.at(-1)!);
  const steps = ends.map((most, step) => ({
    end: Math.min(most, end),
    price: Number(prices[step] as Money),
  }));
  const top = steps.at(-1)!;
  let steepest = 0;
  let most = Number.POSITIVE_INFINITY;
  for (const { end: at, price } of steps) {
    if (at < top.end) steepest = Math.max(steepest, (top.price - price) / (top.end - at));
    if (at > 0) most = Math.min(most, price / at);
  }
  const wanted = Math.floor(Math.min(steepest, most) * PARTS);
  const slope = Number.isSafeInteger(wanted * Math.ceil(Math.max(weight, 1))) ? wanted : 0;
  // The products are safe integers, and a division by a power of two is exact.
  const fixed = Math.min(...steps.map(({ end: at, price }) => Math.floor(price - (slope * at) / PARTS)));
  return { fixed, slope };
}
