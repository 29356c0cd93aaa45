import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseShape, type EngineCase, engineCases } from '../testing/engine-arbitraries.ts';
import { casesOf } from '../testing/long.ts';
import { compileConfiguration } from './compile.ts';
import { decide } from './decide.ts';
import type { Availability, Decision } from './types.ts';

/** Freezes a value and all values in it. A frozen Map throws when it is changed. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const each of value.values()) deepFreeze(each);
    const refuse = (): never => {
      throw new TypeError('a frozen Map is written to');
    };
    Object.assign(value, { set: refuse, delete: refuse, clear: refuse });
  }
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}

const ANYTHING: CaseShape = { warehouses: 10, skus: 8, itemControl: true, policies: true };
const PLAIN: CaseShape = { warehouses: 10, skus: 8, itemControl: false, policies: false };

function decided({ configuration, input }: EngineCase): Decision {
  return decide(compileConfiguration(configuration), input).decision;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}

describe('every decision', { timeout: 120_000 }, () => {
  it('conserves units: what ships and what does not is what was asked for, and nothing above what is available', () => {
    fc.assert(
      fc.property(engineCases(ANYTHING), (given) => {
        const { allocations, shipments, unfulfilled } = decided(given);
        const { availability, order } = given.input;
        const { lines } = order;
        for (const shipment of availability === null ? [] : shipments) {
          for (const { sku, ship_qty } of shipment.lines) {
            expect(ship_qty).toBeLessThanOrEqual(availability!.get(sku)![shipment.warehouse]!);
          }
        }
        for (const [index, { quantity }] of lines.entries()) {
          const given = allocations.filter(({ line }) => line === index);
          expect(sum(given.map((each) => each.quantity))).toBeLessThanOrEqual(quantity);
          expect(given.every((each) => each.quantity > 0)).toBe(true);
        }
        for (const sku of new Set(lines.map((line) => line.sku))) {
          const requested = sum(lines.filter((line) => line.sku === sku).map(({ quantity }) => quantity));
          const allocated = sum(
            allocations.filter(({ line }) => lines[line]!.sku === sku).map(({ quantity }) => quantity),
          );
          const shipped = sum(
            shipments.flatMap((each) =>
              each.lines.filter((line) => line.sku === sku).map((line) => line.ship_qty),
            ),
          );
          const missing = unfulfilled.find((each) => each.sku === sku);
          expect(allocated).toBe(shipped);
          expect(shipped + (missing?.unfulfilled_qty ?? 0)).toBe(requested);
          expect(missing?.requested_qty ?? requested).toBe(requested);
        }
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('ships nothing from a warehouse that is disabled, left out by the profile or not eligible', () => {
    fc.assert(
      fc.property(engineCases(ANYTHING), (given) => {
        const { warehouses, profiles, item_controls } = given.configuration;
        const { profile, shipments, ranked } = decided(given);
        const allowed = profile === null ? null : profiles[profile]!.warehouse_ids;
        for (const { warehouse, lines } of shipments) {
          const { enabled, warehouse_id } = warehouses[warehouse]!;
          expect(enabled).toBe(true);
          expect(allowed === null || allowed.includes(warehouse_id)).toBe(true);
          expect(ranked).toContain(warehouse);
          for (const { sku } of lines) {
            for (const rule of item_controls.filter((each) => each.sku === sku)) {
              expect(rule.rule).not.toBe('drop_ship');
              expect(rule.rule).not.toBe('hold');
              if (rule.rule === 'exclude') expect(rule.warehouse_ids).not.toContain(warehouse_id);
              if (rule.rule === 'restrict' && rule.fallback === 'block') {
                expect(rule.warehouse_ids).toContain(warehouse_id);
              }
            }
          }
        }
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('is FULL, from the highest ranked that can, whenever one warehouse has everything', () => {
    fc.assert(
      fc.property(engineCases(PLAIN), (given) => {
        const decision = decided(given);
        const { availability, order } = given.input;
        const requested = new Map<string, number>();
        for (const { sku, quantity } of order.lines) requested.set(sku, (requested.get(sku) ?? 0) + quantity);
        const first = decision.ranked.find((warehouse) =>
          [...requested].every(([sku, quantity]) => availability!.get(sku)![warehouse]! >= quantity),
        );
        expect(decision.status === 'FULL').toBe(first !== undefined);
        if (first !== undefined) expect(decision.shipments).toMatchObject([{ warehouse: first }]);
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('is the same, byte for byte, for the same input', () => {
    fc.assert(
      fc.property(engineCases(ANYTHING), (given) => {
        const compiled = compileConfiguration(given.configuration);
        const first = JSON.stringify(decide(compiled, given.input).decision);
        expect(JSON.stringify(decide(compiled, given.input).decision)).toBe(first);
        expect(JSON.stringify(decided(structuredClone(given)))).toBe(first);
      }),
      { numRuns: casesOf(150) },
    );
  });

  it('leaves its input as it was', () => {
    fc.assert(
      fc.property(engineCases(ANYTHING), (given) => {
        const before = structuredClone(given);
        decided(deepFreeze(given));
        expect(given).toEqual(before);
      }),
      { numRuns: casesOf(150) },
    );
  });

  it('sends no more shipments for the same fill when there is more stock, without Item Control and blocks', () => {
    const changes = fc.array(fc.nat({ max: 6 }), { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(engineCases(PLAIN), changes, (given, more) => {
        const before = decided(given);
        const after = decided(withMore(given, more));
        const units = ({ allocations }: Decision): number => sum(allocations.map(({ quantity }) => quantity));
        expect(units(after)).toBeGreaterThanOrEqual(units(before));
        if (units(after) === units(before)) {
          expect(after.shipments.length).toBeLessThanOrEqual(before.shipments.length);
        }
      }),
      { numRuns: casesOf(300) },
    );
  });
});

/** The case with more units at some warehouses. */
function withMore(given: EngineCase, more: readonly number[]): EngineCase {
  let next = 0;
  const availability: Availability = new Map(
    [...given.input.availability!].map(([sku, units]) => [
      sku,
      Array.from(units, (each) => each + more[next++ % more.length]!),
    ]),
  );
  return { ...given, input: { ...given.input, availability } };
}
