import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseShape, engineCases } from '../testing/engine-arbitraries.ts';
import { type ReferenceDecision, referenceDecision } from '../testing/reference-decision.ts';
import { compileConfiguration } from './compile.ts';
import { decide } from './decide.ts';
import type { Decision } from './types.ts';

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
    ['on the smallest cases', { warehouses: 3, skus: 2, itemControl: true, policies: true }, 2_000],
  ])('decides the same %s', (_, shape, numRuns) => {
    fc.assert(
      fc.property(engineCases(shape), ({ configuration, input }) => {
        const decision = decide(compileConfiguration(configuration), input);
        expect(decision.budget_exhausted).toBe(false);
        expect(comparable(decision)).toEqual(referenceDecision(configuration, input));
      }),
      { numRuns },
    );
  });
});

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
  };
}
