import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { presented } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import { variantA } from '../a/present.ts';
import { type OrderResultA, orderResultA } from '../a/schema.ts';
import { variantB } from './present.ts';
import { type OrderResultB, orderResultB } from './schema.ts';

describe('a result of Variant B', () => {
  it('ships the units that Variant A ships, line by line; both have one form, which their schemas describe', () => {
    fc.assert(
      fc.property(arbitraryScenario(oddText), (scenario) => {
        const decided = presented(scenario);
        const texts = [variantA, variantB].map((variant) => variant.presentOrder(scenario, decided));
        const [a, b]: [OrderResultA, OrderResultB] = texts.map((text) => JSON.parse(text)) as never;
        expect([a, b].map((value) => JSON.stringify(value))).toEqual(texts);
        expect([orderResultA.parse(a), orderResultB.parse(b)]).toEqual([a, b]);
        expect(unitsOfB(b)).toEqual(unitsOfA(a));
        expect(b.lines.map(({ sku, ordered_qty }) => [sku, ordered_qty])).toEqual(
          scenario.order.lines.map(({ sku, quantity }) => [sku, quantity]),
        );
      }),
    );
  });
});

/** Units by warehouse and SKU. */
function unitsOfA({ shipments }: OrderResultA): Map<string, number> {
  const units = new Map<string, number>();
  for (const { selected_warehouse, lines } of shipments) {
    for (const { sku, ship_qty } of lines) add(units, selected_warehouse.warehouse_id, sku, ship_qty);
  }
  return units;
}

function unitsOfB({ lines }: OrderResultB): Map<string, number> {
  const units = new Map<string, number>();
  for (const { sku, allocations } of lines) {
    for (const { external_warehouse_id, ship_qty } of allocations) {
      add(units, external_warehouse_id, sku, ship_qty);
    }
  }
  return units;
}

function add(units: Map<string, number>, warehouse: string, sku: string, quantity: number): void {
  const key = JSON.stringify([warehouse, sku]);
  units.set(key, (units.get(key) ?? 0) + quantity);
}
