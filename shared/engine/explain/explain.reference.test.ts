import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseShape, type EngineCase, engineCases } from '../../testing/engine-arbitraries.ts';
import { casesOf } from '../../testing/long.ts';
import { type Candidate, readRules, type Sku } from '../../testing/reference-decision.ts';
import { compileConfiguration } from '../compile.ts';
import { decide } from '../decide.ts';
import type { DecisionInput } from '../rules/prepare-order.ts';
import type { Configuration } from '../types.ts';
import type { Verdict } from '../verdicts.ts';
import { explain } from './explain.ts';
import type { Alternative, Bar } from './explanation.ts';

/** An explanation as the text on explanations says, by trying everything. It shares no code with the engine. */
interface ReferenceWhy {
  /** In rank order. */
  readonly warehouses: readonly {
    readonly warehouse: number;
    readonly verdict: Verdict;
    readonly could_ship_units: number | null;
    /** By SKU in line order. */
    readonly barred_by: readonly (Bar | null)[];
  }[];
  readonly alternatives: readonly Pick<Alternative, 'kind' | 'units' | 'shipments' | 'rank_sum'>[];
}

/** Explains a case. */
function referenceWhy(configuration: Configuration, input: DecisionInput): ReferenceWhy {
  const { decision, reading } = readRules(configuration, input);
  const skus = [...new Set(input.order.lines.map(({ sku }) => sku))];
  if (reading === null) {
    const bar = decision.unroutable === 'item_control_hold' ? 'hold' : 'drop_ship';
    return {
      warehouses: decision.ranked.map((warehouse) => ({
        warehouse,
        verdict: 'barred',
        could_ship_units: null,
        barred_by: skus.map(() => bar),
      })),
      alternatives: [],
    };
  }
  const { routed, available, permitted, unconstrained, distribution, position } = reading;
  const total = routed.reduce((sum, { demand }) => sum + demand, 0);
  const isFullFromFirst = decision.status === 'FULL' && permitted.set[0] === decision.ranked[0];

  /** Whether a rule `restrict` forbids the warehouse: it does not list it, and its fallback does not apply. */
  const isRestricted = (sku: Sku, w: number): boolean =>
    sku.rules.some((rule) => {
      if (rule.rule !== 'restrict') return false;
      if (rule.warehouse_ids.includes(configuration.warehouses[w]!.warehouse_id)) return false;
      if (rule.fallback === 'block') return true;
      const listed = decision.ranked.filter(
        (each) =>
          rule.warehouse_ids.includes(configuration.warehouses[each]!.warehouse_id) &&
          !reading.isExcluded(sku, each),
      );
      const units = listed.map((each) => available(sku, each));
      return sku.rules.some((each) => each.rule === 'do_not_split')
        ? units.some((each) => each >= sku.demand)
        : units.reduce((sum, each) => sum + each, 0) >= sku.demand;
    });
  const bar = (sku: Sku, w: number): Bar | null => {
    if (isRestricted(sku, w)) return 'restrict';
    if (reading.isExcluded(sku, w)) return 'exclude';
    if (reading.isBlockedAsLate(w)) return 'late_delivery';
    if (reading.isBlockedByTransit(sku, w)) return 'max_transit_days';
    return reading.isTaken(w) ? 'capacity' : null;
  };

  const verdict = (w: number): Verdict => {
    const shipped = routed.reduce((sum, { sku }) => sum + permitted.ships(sku, w), 0);
    if (shipped > 0) return shipped === total ? 'ships_all' : 'ships_part';
    if (isFullFromFirst) return 'not_needed';
    const bars = routed.map((sku) => bar(sku, w));
    if (bars.every((each) => each !== null)) {
      if (bars.includes('restrict') || bars.includes('exclude')) return 'barred';
      if (bars.includes('late_delivery')) return 'too_late';
      return bars.includes('max_transit_days') ? 'too_slow' : 'full';
    }
    const open = routed.filter((_, index) => bars[index] === null);
    if (open.every((sku) => available(sku, w) === 0)) return 'no_stock';
    if (unconstrained.set.includes(w) && reading.isWorthTooLittle(unconstrained, w)) {
      return 'below_minimum_value';
    }
    return distribution([w]).units < total ? 'short' : 'not_needed';
  };

  const isSame = (left: Candidate, right: Candidate): boolean =>
    routed.every(({ sku }) => decision.ranked.every((w) => left.ships(sku, w) === right.ships(sku, w)));
  const singles = decision.ranked.map((w) => distribution([w]));
  const most = Math.max(0, ...singles.map(({ units }) => units));
  const routes: [Alternative['kind'], Candidate | undefined][] = [
    ['best_single', singles.find(({ units }) => units === most)],
    ['unconstrained', unconstrained],
    ['nearest_first', reading.nearest],
  ];
  return {
    warehouses: decision.ranked.map((w) => ({
      warehouse: w,
      verdict: verdict(w),
      could_ship_units: isFullFromFirst && w !== decision.ranked[0] ? null : distribution([w]).units,
      barred_by: skus.map((name) => {
        const sku = routed.find((each) => each.sku === name);
        if (sku === undefined) return 'drop_ship';
        return isFullFromFirst ? null : bar(sku, w);
      }),
    })),
    alternatives: routes.flatMap(([kind, route]) =>
      route === undefined || route.units === 0 || isSame(route, permitted)
        ? []
        : {
            kind,
            units: route.units,
            shipments: route.set.length,
            rank_sum: route.set.reduce((sum, w) => sum + position(w) + 1, 0),
          },
    ),
  };
}

describe('explain, beside a reading of the text that tries everything', () => {
  it.each<[string, CaseShape, number]>([
    ['without rules', { warehouses: 6, skus: 5, itemControl: false, policies: false }, 300],
    ['under Item Control', { warehouses: 6, skus: 5, itemControl: true, policies: false }, 400],
    ['under policies', { warehouses: 6, skus: 5, itemControl: false, policies: true }, 400],
    ['under Item Control and policies', { warehouses: 5, skus: 4, itemControl: true, policies: true }, 1_000],
    [
      'with calendars, full warehouses and safety stock',
      { warehouses: 5, skus: 3, itemControl: true, policies: true, dates: true },
      1_000,
    ],
    [
      'with calendars, full warehouses and safety stock, on the smallest cases',
      { warehouses: 3, skus: 2, itemControl: false, policies: true, dates: true },
      1_500,
    ],
    ['on the smallest cases', { warehouses: 3, skus: 2, itemControl: true, policies: true }, 1_500],
  ])('finds the same verdicts and alternatives %s', (_, shape, numRuns) => {
    fc.assert(fc.property(engineCases(shape), expectAgreement), { numRuns: casesOf(numRuns) });
  });

  it.each([5, 15, 30])('finds the same where a minimum value of %s blocks', (value) => {
    const cases = engineCases({ warehouses: 5, skus: 3, itemControl: true, policies: false });
    fc.assert(
      fc.property(cases, fc.boolean(), ({ configuration, input }, prefer_full_shipment) => {
        const minimum_shipment_value = { mode: 'block' as const, value };
        const settings = { ...configuration.settings, minimum_shipment_value, prefer_full_shipment };
        expectAgreement({ configuration: { ...configuration, settings }, input });
      }),
      { numRuns: casesOf(400) },
    );
  });
});

function expectAgreement({ configuration, input }: EngineCase): void {
  const compiled = compileConfiguration(configuration);
  const { destination, order, unit_values, availability, departures = null } = input;
  const { decision } = decide(compiled, input);
  const stock = availability && { available: availability, reserved: new Map() };
  const evidence = { order, destination, stock, unit_values, departures, stock_as_seen: true };
  const { warehouses, alternatives } = explain(compiled, decision, evidence);
  expect({
    warehouses: warehouses.map(({ warehouse_id, verdict, could_ship_units, lines }) => ({
      warehouse: configuration.warehouses.findIndex((each) => each.warehouse_id === warehouse_id),
      verdict,
      could_ship_units,
      barred_by: lines.map(({ barred_by }) => barred_by),
    })),
    alternatives: alternatives.map(({ kind, units, shipments, rank_sum }) => ({
      kind,
      units,
      shipments,
      rank_sum,
    })),
  }).toEqual(referenceWhy(configuration, input));
}
