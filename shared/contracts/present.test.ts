import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryScenario } from '../testing/arbitrary-scenario.ts';
import { presented } from '../testing/decide-scenario.ts';
import { oddText } from '../testing/odd-text.ts';
import { scenario } from '../testing/scenario.ts';
import { variantA } from './a/present.ts';
import { type OrderResultA, orderResultA } from './a/schema.ts';
import { variantB } from './b/present.ts';
import { type OrderResultB, orderResultB } from './b/schema.ts';

it('Variant B ships the units that Variant A ships, line by line; both have one form, which their schemas describe', () => {
  fc.assert(
    fc.property(arbitraryScenario(oddText), (drawn) => {
      const decided = presented(drawn);
      const texts = [variantA, variantB].map((variant) => variant.presentOrder(drawn, decided));
      const [a, b]: [OrderResultA, OrderResultB] = texts.map((text) => JSON.parse(text)) as never;
      expect([a, b].map((value) => JSON.stringify(value))).toEqual(texts);
      expect([orderResultA.parse(a), orderResultB.parse(b)]).toEqual([a, b]);
      expect(unitsOfB(b)).toEqual(unitsOfA(a));
      expect(b.lines.map(({ sku, ordered_qty }) => [sku, ordered_qty])).toEqual(
        drawn.order.lines.map(({ sku, quantity }) => [sku, quantity]),
      );
    }),
  );
});

it('a result carries nothing over from another order under the same configuration', () => {
  const near = scenario('near', { settings: { max_transit_days: { mode: 'warn', days: 3 } } });
  const { configuration } = near;
  const far = { ...scenario('far', { days: [4, 5, 6] }), configuration };
  const short = { ...scenario('short', { stock: { CHAIR: [0, 2, 0], LAMP: [0, 1, 0] } }), configuration };
  const unvalued = { ...scenario('unvalued', { lines: [['CHAIR', 2]] }), configuration };
  for (const each of [near, far, short, unvalued, near]) {
    const decided = presented(each);
    const alone = variantA.presentOrder({ configuration: structuredClone(configuration) }, decided);
    expect(variantA.presentOrder(each, decided)).toBe(alone);
  }
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
