import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aConfiguration, anInput } from '../testing/engine-builders.ts';
import { casesOf } from '../testing/long.ts';
import type { PlainPriceRow } from '../testing/second-reading/cost.ts';
import { bruteForceByCost } from '../testing/second-reading/cost-routes.ts';
import { compileConfiguration } from './compile.ts';
import { decide } from './decide.ts';
import { explain } from './explain/explain.ts';
import { type Cents, money } from './money.ts';
import { dayText } from './rules/departures.ts';
import type { PriceList } from './rules/price-list.ts';
import type { Decision } from './types.ts';

const SKUS = ['A', 'B', 'C'];
const DAY = 20_787;
const mode = fc.constantFrom('allow' as const, 'allow' as const, 'warn' as const, 'block' as const);
const amount = fc.constantFrom(0, 0.0005, 1, 2.5, 2.5, 4.125);

const site = fc.record({
  units: fc.tuple(...SKUS.map(() => fc.constantFrom(0, 0, 1, 2, 4, 9))),
  late: fc.constantFrom(false, false, false, true),
  full: fc.constantFrom(false, false, false, true),
  handling: fc.record({ per_shipment: amount, per_line: amount, per_unit: amount }),
  prices: fc.option(fc.dictionary(fc.constantFrom('0.5', '1', '2.25', '5', '12'), amount, { minKeys: 1 }), {
    freq: 7,
  }),
});

/** By a reading of the rules that was written without a look at the product. */
it('routes by cost, and explains costs, as trying every set does', () => {
  fc.assert(
    fc.property(
      fc.array(site, { minLength: 1, maxLength: 7 }),
      fc
        .tuple(...SKUS.map(() => fc.integer({ min: 0, max: 9 })))
        .filter((units) => units.some((each) => each > 0)),
      fc.record({
        objective: fc.constantFrom(
          'lowest_cost' as const,
          'lowest_cost' as const,
          'fewest_shipments' as const,
        ),
        late: mode,
        split: mode,
        partial: mode,
        most: fc.constantFrom(null, null, 2, 3),
        penalty: fc.constantFrom(0, 0, 1.25),
        weights: fc.tuple(...SKUS.map(() => fc.constantFrom(0, 0.25, 1, 1.75))),
      }),
      (sites, wanted, { objective, late, split, partial, most, penalty, weights }) => {
        const rows = sites.flatMap(({ prices }, n) =>
          Object.entries(prices ?? {}).map(
            ([max_weight, price]): PlainPriceRow => ({ warehouse_id: '*', zone: `Z${n}`, max_weight, price }),
          ),
        );
        const lines = SKUS.flatMap((sku, n) => (wanted[n]! > 0 ? [{ sku, units: wanted[n]!, n }] : []));
        const changes = {
          days: sites.map(() => 1),
          warehouses: sites.map(({ handling }, n) => ({ priority: n + 1, handling })),
          stock: Object.fromEntries(SKUS.map((sku, n) => [sku, sites.map(({ units }) => units[n]!)])),
          lines: lines.map(({ sku, units }) => [sku, units] as const),
          settings: {
            ranking: 'priority' as const,
            late_delivery: late,
            split_shipment: split,
            partial_shipment: partial,
            max_shipments: most,
            objective,
          },
        };
        const free = {
          hasCalendar: true,
          ship: sites.map(() => DAY),
          delivery: sites.map((each) => (each.late ? DAY + 9 : DAY + 1)),
          full: sites.map(() => false),
          next_place: sites.map(() => null),
          free: null,
        };
        const plain = anInput(changes);
        const input = {
          ...plain,
          order: { ...plain.order, deliver_by: dayText(DAY + 5) },
          destination: {
            ...plain.destination!,
            prices: sites.map(({ prices }) => priceList(prices)),
          },
          departures: { ...free, full: sites.map(({ full }) => full), free },
          unit_weights: new Map(SKUS.map((sku, n) => [sku, weights[n]!])),
        };
        const compiled = compileConfiguration({
          ...aConfiguration(changes),
          rates: { currency: 'USD', zones: { by: 'table' } },
          split_penalty: penalty,
        });
        const decision = decide(compiled, input);

        const read = bruteForceByCost({
          ranked: sites.map((each, n) => ({
            id: String(n),
            zone: `Z${n}`,
            handling: each.handling,
            stock: new Map(SKUS.map((sku, s) => [sku, each.units[s]!])),
            isBarred: each.full || (each.late && late === 'block'),
          })),
          lines: lines.map(({ sku, units, n }) => ({ sku, units, unitWeight: weights[n]! })),
          blocks: { split: split === 'block', partial: partial === 'block', maxShipments: most },
          objective,
          prices: rows,
          splitPenalty: penalty,
        });
        const { status, shipments, totalCost } = read.permitted;
        expect(asRead(decision)).toEqual({ status, shipments, totalCost });
        const stock = { available: input.availability!, reserved: new Map() };
        const { warehouses, alternatives } = explain(compiled, decision, {
          ...input,
          stock,
          stock_as_seen: true,
        });
        if (decision.status === 'NONE') return;
        expect(warehouses.map(({ cost_alone = null }) => textOf(cost_alone))).toEqual(read.costAlone);
        const kinds = ['cheapest', 'fewest_shipments'];
        expect(
          alternatives
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ kind, warehouse_ids, cost = null }) => [kind, warehouse_ids, textOf(cost)]),
        ).toEqual(
          read.alternatives.map(({ kind, route }) => [
            kind,
            route.shipments.map(({ id }) => `W${id}`),
            route.totalCost,
          ]),
        );
      },
    ),
    { numRuns: casesOf(5000) },
  );
});

function priceList(prices: Readonly<Record<string, number>> | null): PriceList | null {
  if (prices === null) return null;
  const rows = Object.entries(prices).sort(([left], [right]) => Number(left) - Number(right));
  return {
    max_weights: rows.map(([weight]) => money(Number(weight))),
    prices: rows.map(([, price]) => money(price)),
  };
}

/** Cents with two decimals. */
function textOf(cents: Cents | null): string | null {
  return cents === null ? null : (Number(cents) / 100).toFixed(2);
}

function asRead({ status, shipments, cost }: Decision) {
  return {
    status,
    shipments: shipments.map(({ warehouse, lines }, n) => ({
      id: String(warehouse),
      units: new Map(lines.map(({ sku, ship_qty }) => [sku, ship_qty])),
      cost: textOf(cost!.shipments[n]!),
    })),
    totalCost: textOf(cost!.total),
  };
}
