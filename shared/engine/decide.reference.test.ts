import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseShape, type EngineCase, engineCases } from '../testing/engine-arbitraries.ts';
import { casesOf } from '../testing/long.ts';
import { type ReferenceDecision, referenceDecision } from '../testing/reference-decision.ts';
import { compileConfiguration } from './compile.ts';
import { decide } from './decide.ts';
import type { Decision, Settings } from './types.ts';

describe('decide, beside a reference that tries every set of warehouses', () => {
  it.each<[string, CaseShape, number]>([
    [
      'without Item Control and policies',
      { warehouses: 6, skus: 5, itemControl: false, policies: false },
      600,
    ],
    ['under Item Control', { warehouses: 6, skus: 5, itemControl: true, policies: false }, 400],
    ['under policies', { warehouses: 6, skus: 5, itemControl: false, policies: true }, 400],
    ['under Item Control and policies', { warehouses: 6, skus: 4, itemControl: true, policies: true }, 1_000],
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
    ['by lowest cost', { warehouses: 6, skus: 4, itemControl: true, policies: false, costs: true }, 1_000],
    [
      'by lowest cost under policies, with full warehouses',
      { warehouses: 6, skus: 4, itemControl: true, policies: true, dates: true, costs: true },
      1_000,
    ],
    [
      'by lowest cost on the smallest cases',
      { warehouses: 3, skus: 2, itemControl: true, policies: true, costs: true },
      2_000,
    ],
    ['on the smallest cases', { warehouses: 3, skus: 2, itemControl: true, policies: true }, 2_000],
  ])('decides the same %s', (_, shape, numRuns) => {
    fc.assert(fc.property(engineCases(shape), expectAgreement), { numRuns: casesOf(numRuns) });
  });

  // Policies drawn at random mostly leave NONE or change nothing: each of these makes one of them decide.
  const block = fc.constant('block' as const);
  const value = fc.record({ mode: block, value: fc.constantFrom(5, 9.99, 15, 24.9, 40) });
  const days = fc.record({ mode: block, days: fc.constantFrom(2, 3, 4) });
  const ranking = fc.constant('priority' as const);
  const nearest = fc.constant(false);
  it.each<[string, { [Name in keyof Settings]?: fc.Arbitrary<Settings[Name]> }, number]>([
    ['max_shipments', { max_shipments: fc.constantFrom(2, 3) }, 7],
    ['a minimum value', { minimum_shipment_value: value }, 7],
    [
      'max_shipments, a minimum value and no partial shipment',
      { max_shipments: fc.constantFrom(3, 4), minimum_shipment_value: value, partial_shipment: block },
      7,
    ],
    ['a transit limit', { max_transit_days: days, ranking }, 5],
    ['a transit limit, nearest first', { max_transit_days: days, ranking, prefer_full_shipment: nearest }, 5],
    ['a minimum value, nearest first', { minimum_shipment_value: value, prefer_full_shipment: nearest }, 5],
    [
      'max_shipments, nearest first',
      { max_shipments: fc.constantFrom(1, 2), prefer_full_shipment: nearest },
      5,
    ],
  ])('decides the same where what blocks is %s', (_, settings, warehouses) => {
    const cases = engineCases({ warehouses, skus: 4, itemControl: true, policies: false });
    fc.assert(
      fc.property(cases, fc.record(settings), (plain, own) => expectAgreement(allOpen(plain, own))),
      { numRuns: casesOf(400) },
    );
  });
});

function expectAgreement({ configuration, input }: EngineCase): void {
  const { decision } = decide(compileConfiguration(configuration), input);
  expect(decision.budget_exhausted).toBe(false);
  expect(comparable(decision)).toEqual(referenceDecision(configuration, input));
}

/** A case under settings of its own, with all that keeps an order from being routed taken away. */
function allOpen({ configuration, input }: EngineCase, settings: Partial<Settings>): EngineCase {
  return {
    configuration: {
      ...configuration,
      settings: { ...configuration.settings, ...settings },
      warehouses: configuration.warehouses.map((warehouse) => ({ ...warehouse, enabled: true })),
      profiles: [],
      item_controls: configuration.item_controls.filter(
        ({ rule }) => rule !== 'hold' && rule !== 'drop_ship',
      ),
    },
    input: { ...input, destination: input.destination ?? { zip: '10001', lanes: [] } },
  };
}

function comparable(decision: Decision): ReferenceDecision {
  const { status, quality, ranked, unfulfilled, unroutable, total_value_cents, unvalued_skus, policy } =
    decision;
  return {
    status,
    quality,
    ranked,
    allocations: decision.allocations.map(({ line, warehouse, quantity }) => [line, warehouse, quantity]),
    shipped: decision.shipments.flatMap(({ warehouse, lines }) =>
      lines.map(({ sku, ship_qty }) => [warehouse, sku, ship_qty] as const),
    ),
    unfulfilled,
    outcome: policy.outcome,
    warned: policy.warnings.map(({ rule }) => rule),
    blocked: policy.blocked?.rule ?? null,
    unroutable,
    driver: decision.driver.code,
    total_value_cents,
    unvalued_skus,
    ...(decision.cost && { cost: decision.cost }),
  };
}
