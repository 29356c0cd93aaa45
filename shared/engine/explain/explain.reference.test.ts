import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseShape, type EngineCase, engineCases } from '../../testing/engine-arbitraries.ts';
import { casesOf } from '../../testing/long.ts';
import { referenceWhy } from '../../testing/reference-why.ts';
import { compileConfiguration } from '../compile.ts';
import { decide } from '../decide.ts';
import { explain } from './explain.ts';

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
  const decision = decide(compiled, input);
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
