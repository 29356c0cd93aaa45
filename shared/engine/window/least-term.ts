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
  /** Of a unit. */
  readonly price: number;
}

/** Of so many warehouses, the size of the largest sets that are tried: of few warehouses, any. */
function mostTried(warehouses: number): number {
  return warehouses <= 12 ? warehouses : warehouses <= 20 ? 3 : 2;
}

/**
 * The least that an order pays in at most `mostShipments`: the charge of each warehouse of a set, and the prices of its units, which are distributed
 * freely within what the warehouses have. Sets that are not tried count at least as many charges and the cheapest units, so
 * that it is never too much. Exact integers.
 */
export function leastTerm(
  skus: readonly PricedSku[],
  chargeOf: (warehouse: number) => number,
  mostShipments: number,
): number {
  const bySku = skus.map(({ quantity, isWhole, sources }) => ({
    quantity,
    sources: sources
      .filter(({ units }) => units >= (isWhole ? quantity : 1))
      .sort((left, right) => left.price - right.price),
  }));
  const warehouses = undominated(bySku, chargeOf);
  const charges = warehouses.map(chargeOf).sort((left, right) => left - right);
  const chargesOf = (size: number) => charges.slice(0, size).reduce((sum, charge) => sum + charge, 0);
  const cheapest = priceWithin(bySku, warehouses);
  const largest = Math.min(mostShipments, warehouses.length);
  const tried = Math.min(largest, mostTried(warehouses.length));
  let least = Number.POSITIVE_INFINITY;
  for (let size = 1; chargesOf(size) + cheapest < least; size++) {
    if (size > tried) return size > largest ? least : chargesOf(size) + cheapest;
    for (const set of setsOf(warehouses, size)) {
      const charged = set.reduce((sum, warehouse) => sum + chargeOf(warehouse), 0);
      if (charged + cheapest < least) least = Math.min(least, charged + priceWithin(bySku, set));
    }
  }
  return least;
}

type Sources = Omit<PricedSku, 'isWhole'>;

/** The warehouses without those instead of which another one can always ship: all of each of their SKUs, for no more. */
function undominated(skus: readonly Sources[], chargeOf: (warehouse: number) => number): number[] {
  const kept = new Set(skus.flatMap(({ sources }) => sources.map(({ warehouse }) => warehouse)));
  const has = skus.map(({ sources }) => new Map(sources.map((source) => [source.warehouse, source])));
  const dominates = (by: number, at: number) =>
    by !== at &&
    chargeOf(by) <= chargeOf(at) &&
    has.every((sources, sku) => {
      const [own, other] = [sources.get(at), sources.get(by)];
      return own === undefined || (other && other.units >= skus[sku]!.quantity && other.price <= own.price);
    });
  for (const at of kept) if ([...kept].some((by) => dominates(by, at))) kept.delete(at);
  return [...kept];
}

/** What the units cost from the warehouses of a set; Infinity: it has too few. The sources are ordered by price. */
function priceWithin(skus: readonly Sources[], set: readonly number[]): number {
  let sum = 0;
  for (const { quantity, sources } of skus) {
    let needed = quantity;
    for (let index = 0; index < sources.length && needed > 0; index++) {
      const { warehouse, units, price } = sources[index]!;
      if (!set.includes(warehouse)) continue;
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
  for (let index = from; size > 0 && index < warehouses.length; index++) {
    for (const rest of setsOf(warehouses, size - 1, index + 1)) yield [warehouses[index]!, ...rest];
  }
}
