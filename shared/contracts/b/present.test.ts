import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recommendedAction } from '../../engine/explain/recommended-action.ts';
import { driverSentence, reasonSentence, unroutableSentence } from '../../engine/explain/sentences.ts';
import { UNROUTABLE } from '../../engine/unroutable.ts';
import { atOnce } from '../../foundation/steps.ts';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { presented } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import type { Scenario } from '../../testing/scenario.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { variantA } from '../a/present.ts';
import type { OrderResultA } from '../a/schema.ts';
import type { PresentedOrder } from '../routed-run.ts';
import { variantB } from './present.ts';
import { batchResponseB, type OrderResultB, orderResultB } from './schema.ts';

/** Properties take a second; a busy machine may need many times that. */
const SLOW_MACHINE_MS = 60_000;

describe('a result of Variant B', () => {
  it(
    'writes what a serializer would write of the plain object, whatever the strings',
    () => {
      fc.assert(
        fc.property(arbitraryScenario(oddText), fc.integer({ min: 1 }), (scenario, id) => {
          const decided = presented(scenario, id);
          const plain = plainOrder(scenario, decided);
          expect(variantB.presentOrder(scenario, decided)).toBe(JSON.stringify(plain));
          expect(orderResultB.parse(plain)).toEqual(plain);
        }),
        { numRuns: 150 },
      );
    },
    SLOW_MACHINE_MS,
  );

  it('ships the units that Variant A ships, line by line', () => {
    fc.assert(
      fc.property(arbitraryScenario(fc.string()), (scenario) => {
        const decided = presented(scenario);
        const a: OrderResultA = JSON.parse(variantA.presentOrder(scenario, decided));
        const b: OrderResultB = JSON.parse(variantB.presentOrder(scenario, decided));
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

/** The order result built the slow way, as an object. */
function plainOrder({ configuration }: Scenario, { id, order, decision }: PresentedOrder): OrderResultB {
  const facts = { configuration, order, decision };
  const reference = (index: number) => {
    const { warehouse_code, warehouse_id, warehouse_name } = configuration.warehouses[index]!;
    return { warehouse_code, external_warehouse_id: warehouse_id, warehouse_name };
  };
  const { driver, shipments, unroutable } = decision;
  return {
    order_id: order.order_id,
    routing_decision_id: id,
    status: decision.status,
    routing_quality: decision.quality,
    reason: reasonSentence(facts),
    preferred_warehouse: decision.ranked.length === 0 ? null : reference(decision.ranked[0]!),
    selected_warehouse: shipments.length === 1 ? reference(shipments[0]!.warehouse) : null,
    selected_warehouses: shipments.length > 1 ? shipments.map(({ warehouse }) => reference(warehouse)) : [],
    lines: order.lines.map(({ sku, quantity }, index) => {
      const given = decision.allocations.filter(({ line }) => line === index);
      const shipped = given.reduce((sum, allocation) => sum + allocation.quantity, 0);
      return {
        sku,
        ordered_qty: quantity,
        ship_qty: shipped,
        unfulfilled_qty: quantity - shipped,
        allocations: given.map((allocation) => ({
          ...reference(allocation.warehouse),
          ship_qty: allocation.quantity,
        })),
      };
    }),
    decision_driver: {
      code: driver.code,
      message: driverSentence(facts),
      sku: driver.sku,
      required_qty: driver.required_qty,
      available_qty: driver.available_qty,
      short_qty: driver.short_qty,
      warehouse: driver.warehouse === null ? null : reference(driver.warehouse),
    },
    unroutable_reason_code: unroutable,
    unroutable_category: unroutable === null ? null : UNROUTABLE[unroutable].category,
    unroutable_reason: unroutableSentence(facts),
    recommended_action: recommendedAction(decision),
  };
}
