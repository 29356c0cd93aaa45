import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aConfiguration, anInput } from '../testing/engine-builders.ts';
import { casesOf } from '../testing/long.ts';
import { bruteForceRoute, type PlainRoute } from '../testing/second-reading/capacity-routes.ts';
import { compileConfiguration } from './compile.ts';
import { decide } from './decide.ts';
import { dayText } from './departures.ts';

const mode = fc.constantFrom('allow' as const, 'warn' as const, 'block' as const);
const SKUS = ['A', 'B', 'C'];
const DAY = 20_787;
const LIMIT_DAYS = 3;

const warehouse = fc.record({
  units: fc.tuple(...SKUS.map(() => fc.integer({ min: 0, max: 4 }))),
  safety: fc.constantFrom(0, 0, 1, 2),
  late: fc.boolean(),
  full: fc.boolean(),
  slow: fc.boolean(),
});

/** By a reading of the rules that was written without a look at the product. */
it('routes under late blocks, full warehouses and safety stock as trying every set does', () => {
  fc.assert(
    fc.property(
      fc.array(warehouse, { minLength: 1, maxLength: 8 }),
      fc
        .tuple(...SKUS.map(() => fc.integer({ min: 0, max: 6 })))
        .filter((units) => units.some((each) => each > 0)),
      fc.record({ late: mode, transit: mode, split: mode, partial: mode, most: fc.constantFrom(null, 2, 3) }),
      (sites, wanted, rules) => {
        const lines = SKUS.flatMap((sku, n): [string, number][] =>
          wanted[n]! > 0 ? [[sku, wanted[n]!]] : [],
        );
        const days = sites.map(({ slow }) => (slow ? LIMIT_DAYS + 1 : 1));
        const changes = {
          days,
          warehouses: sites.map(({ safety }, n) => ({ priority: n + 1, safety_stock: safety })),
          stock: Object.fromEntries(SKUS.map((sku, n) => [sku, sites.map(({ units }) => units[n]!)])),
          lines,
          settings: {
            ranking: 'priority' as const,
            late_delivery: rules.late,
            max_transit_days: { mode: rules.transit, days: LIMIT_DAYS },
            split_shipment: rules.split,
            partial_shipment: rules.partial,
            max_shipments: rules.most,
          },
        };
        const free = {
          hasCalendar: true,
          ship: sites.map(() => DAY),
          delivery: sites.map(({ late }) => (late ? DAY + 9 : DAY + 1)),
          full: sites.map(() => false),
          next_place: sites.map(() => null),
          free: null,
        };
        const departures = { ...free, full: sites.map(({ full }) => full), free };
        const input = anInput(changes);
        const order = { ...input.order, deliver_by: dayText(DAY + 5) };
        const decision = decide(compileConfiguration(aConfiguration(changes)), {
          ...input,
          order,
          departures,
        });

        const read = bruteForceRoute({
          ranked: sites.map(({ units, safety, late, full, slow }, n) => ({
            id: String(n),
            stock: new Map(SKUS.map((sku, s) => [sku, Math.max(0, units[s]! - safety)])),
            late,
            full,
            slow,
          })),
          demand: lines.map(([sku, units]) => ({ sku, units })),
          policies: {
            lateDelivery: rules.late,
            maxTransit: rules.transit,
            splitShipment: rules.split,
            partialShipment: rules.partial,
            maxShipments: rules.most,
          },
        });
        const shipped: PlainRoute['shipments'] = decision.shipments.map(
          ({ warehouse: site, lines: units }) => ({
            id: String(site),
            units: new Map(units.map(({ sku, ship_qty }) => [sku, ship_qty])),
          }),
        );
        expect({ status: decision.status, shipments: shipped }).toEqual(read.permitted);
        expect(decision.policy.blocked?.rule ?? null).toBe(read.policyBlockedBy);
        const isForPlaces = read.unconstrained.status === 'NONE' && read.withEveryPlaceFree.status !== 'NONE';
        expect(decision.unroutable === 'no_capacity').toBe(isForPlaces);
      },
    ),
    { numRuns: casesOf(2000) },
  );
});
