import fc from 'fast-check';
import type { PlainCostLine, PlainPriceRow } from './cost.ts';
import type { PlainCostOrder, PlainCostWarehouse } from './cost-order.ts';
import type { PlainCostRoute } from './cost-routes.ts';

export type Overrides = Partial<PlainCostOrder>;

/** Stock is written `x2 y1`. Each warehouse has a zone of its own, named as it is. */
export function warehouse(
  id: string,
  stock: string,
  overrides: Partial<PlainCostWarehouse> = {},
): PlainCostWarehouse {
  return { id, zone: id, stock: new Map(unitsOf(stock)), ...overrides };
}

function unitsOf(written: string): [string, number][] {
  const parts = written.split(' ').filter((part) => part !== '');
  return parts.map((part) => [part[0]!, Number(part.slice(1))]);
}

/** Lines written `x2 y1`; every unit weighs 1. */
export function linesOf(written: string): PlainCostLine[] {
  return unitsOf(written).map(([sku, units]) => ({ sku, units, unitWeight: 1 }));
}

/** `A 4`: whatever weighs up to 100 costs 4 from A. */
export function flat(...prices: string[]): PlainPriceRow[] {
  return prices.map((written) => {
    const [zone, price] = written.split(' ');
    return { warehouse_id: '*', zone: zone!, max_weight: 100, price: price! };
  });
}

export function orderOf(
  ranked: PlainCostWarehouse[],
  lines: string,
  prices: PlainPriceRow[],
  overrides: Overrides = {},
): PlainCostOrder {
  return {
    ranked,
    lines: linesOf(lines),
    objective: 'lowest_cost',
    preferFullShipment: true,
    prices,
    weights: {},
    ...overrides,
  };
}

/** `SPLIT A x2 4.00 + B y1 5.00 = 9.00`; `?`: unpriced. */
export function shown({ status, shipments, totalCost }: PlainCostRoute): string {
  const parts = shipments.map(({ id, units, cost }) =>
    [id, ...[...units].map(([sku, count]) => `${sku}${count}`), cost ?? '?'].join(' '),
  );
  return `${status} ${parts.join(' + ')} = ${totalCost ?? '?'}`;
}

const rarely = fc.constantFrom(false, false, false, true);

/** Small orders with many ties: stock of 0 to 3, prices of 0 to 5, some zones without a row. */
export const costCases = fc
  .record({
    stocks: fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 6 }),
    wanted: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(3), fc.nat(1)),
    prices: fc.array(fc.option(fc.nat(5), { freq: 8 }), { minLength: 6, maxLength: 6 }),
    states: fc.array(fc.constantFrom('open', 'open', 'open', 'open', 'open', 'late', 'full'), {
      minLength: 6,
      maxLength: 6,
    }),
    splitPenalty: fc.option(fc.nat(1)),
    split: rarely,
    partial: rarely,
    maxShipments: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  })
  .map(({ stocks, wanted, prices, states, splitPenalty, split, partial, maxShipments }) => {
    const skus = ['x', 'y', 'z'];
    const all = new Set(skus);
    const ids = stocks.map((_, index) => 'ABCDEF'[index]!);
    const ranked = stocks.map((stock, index) =>
      warehouse(ids[index]!, skus.map((sku, at) => `${sku}${stock[at]}`).join(' '), {
        ...(states[index] === 'late' && { blocked: all }),
        ...(states[index] === 'full' && { barred: all }),
      }),
    );
    const lines = skus.map((sku, at) => `${sku}${wanted[at]}`).filter((line) => !line.endsWith('0'));
    const rows = ids.flatMap((id, index) => (prices[index] === null ? [] : [`${id} ${prices[index]}`]));
    return orderOf(ranked, lines.join(' '), flat(...rows), {
      splitPenalty,
      blocks: { split, partial, maxShipments },
    });
  });
