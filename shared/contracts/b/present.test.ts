import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../foundation/steps.ts';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { presented } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import type { Scenario } from '../../testing/scenario.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { variantA } from '../a/present.ts';
import { type OrderResultA, orderResultA } from '../a/schema.ts';
import { variantB } from './present.ts';
import { batchResponseB, type OrderResultB, orderResultB } from './schema.ts';

describe('a result of Variant B', () => {
  it('ships the units that Variant A ships, line by line', () => {
    fc.assert(
      fc.property(arbitraryScenario(oddText), (scenario) => {
        const decided = presented(scenario);
        const a: OrderResultA = JSON.parse(variantA.presentOrder(scenario, decided));
        const b: OrderResultB = JSON.parse(variantB.presentOrder(scenario, decided));
        expect([orderResultA.parse(a), orderResultB.parse(b)]).toEqual([a, b]);
        expect(unitsOfB(b)).toEqual(unitsOfA(a));
        expect(b.lines.map(({ sku, ordered_qty }) => [sku, ordered_qty])).toEqual(
          scenario.order.lines.map(({ sku, quantity }) => [sku, quantity]),
        );
      }),
    );
  });
});

describe('a batch of Variant B', () => {
  it('wraps the results of a batch in request order, without the counts of Variant A', () => {
    const [{ configuration }] = SCENARIOS as [Scenario];
    const decisions = [1, 2, 3].map((id) => presented(SCENARIOS[0]!, id));
    const wrapper = {
      routing_run_id: 7,
      client_id: 2,
      status: 'completed' as const,
      orders_considered: 3,
      orders_routed: 3,
    };
    const counts = { full_count: 3, split_count: 0, partial_count: 0, partial_split_count: 0, none_count: 0 };
    const run = { ...wrapper, client_run_number: 3, ...counts };
    const variant = { configuration, contract_variant: 'B' as const };
    const text = atOnce(variantB.presentRun({ run, configuration: variant, decisions })).toString();
    const results = decisions.map((decided) => JSON.parse(variantB.presentOrder({ configuration }, decided)));
    expect(text).toBe(JSON.stringify({ ...wrapper, results }));
    expect(batchResponseB.parse(JSON.parse(text))).toEqual({ ...wrapper, results });
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
