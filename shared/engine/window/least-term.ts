/** One SKU of an order with the warehouses that may ship it. */
export interface PricedSku {
  readonly quantity: number;
  /** Whether all units must come from one warehouse. */
  readonly isWhole: boolean;
  readonly sources: readonly PricedSource[];
}

interface PricedSource {
  readonly warehouse: number;
  readonly units: number;
  readonly price: number;
}

/** Up to so many warehouses, sets of any size are tried; of more warehouses, sets of up to MOST_TRIED. */
const FEW_WAREHOUSES = 12;
const MOST_TRIED = 3;

/**
 * The least that an order pays: `shipment` for each warehouse of a set, and the prices of its units, which are distributed
 * freely within what the warehouses have. Sets that are not tried count at least as many shipments and the cheapest
 * units, so that it is never too much. Exact integers.
 */
export function leastTerm(skus: readonly PricedSku[], shipment: number): number {
  const bySku = skus.map((sku) => ({
    ...sku,
    sources: sku.sources.filter(({ units }) => units > 0).sort((left, right) => left.price - right.price),
  }));
  const warehouses = [...new Set(bySku.flatMap(({ sources }) => sources.map(({ warehouse }) => warehouse)))];
  const cheapest = priceWithin(bySku, () => true);
  const isFew = warehouses.length <= FEW_WAREHOUSES;
  const sizes = isFew ? warehouses.length : MOST_TRIED;
  let least = Number.POSITIVE_INFINITY;
  for (let size = 1; size * shipment + cheapest < least; size++) {
    if (size > sizes) return isFew ? least : Math.min(least, size * shipment + cheapest);
    for (const set of setsOf(warehouses, size)) {
      least = Math.min(least, size * shipment + priceWithin(bySku, (warehouse) => set.includes(warehouse)));
    }
  }
  return least;
}

/** What the units cost from the warehouses of a set; Infinity: it has too few. The sources are ordered by price. */
function priceWithin(skus: readonly PricedSku[], isIn: (warehouse: number) => boolean): number {
  let sum = 0;
  for (const { quantity, isWhole, sources } of skus) {
    let needed = quantity;
    for (let place = 0; place < sources.length && needed > 0; place++) {
      const { warehouse, units, price } = sources[place]!;
      if (!isIn(warehouse) || (isWhole && units < quantity)) continue;
      const given = Math.min(needed, units);
      sum += given * price;
      needed -= given;
    }
    if (needed > 0) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

function* setsOf(warehouses: readonly number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  for (let place = from; size > 0 && place < warehouses.length; place++) {
    for (const rest of setsOf(warehouses, size - 1, place + 1)) yield [warehouses[place]!, ...rest];
  }
}
