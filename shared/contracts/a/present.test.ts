import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemControlSummary } from '../../engine/explain/item-control-sentences.ts';
import { blockedSentence, unvaluedSentence, warnedSentence } from '../../engine/explain/policy-sentences.ts';
import { recommendedAction } from '../../engine/explain/recommended-action.ts';
import { driverSentence, reasonSentence, unroutableSentence } from '../../engine/explain/sentences.ts';
import { ITEM_CONTROL_FLAGS } from '../../engine/reason-codes.ts';
import { UNROUTABLE } from '../../engine/unroutable.ts';
import { atOnce } from '../../foundation/steps.ts';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { presented } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import { type Scenario, scenario } from '../../testing/scenario.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import type { PresentedOrder } from '../routed-run.ts';
import { variantA } from './present.ts';
import { type OrderResultA, orderResultA, runResponseA } from './schema.ts';

/** Properties take a second; a busy machine may need many times that. */
const SLOW_MACHINE_MS = 60_000;

describe('a result of Variant A', () => {
  it(
    'writes what a serializer would write of the plain object, whatever the strings',
    () => {
      fc.assert(
        fc.property(arbitraryScenario(oddText), fc.integer({ min: 1 }), (drawn, id) => {
          const decided = presented(drawn, id);
          const plain = plainOrder(drawn, decided);
          expect(variantA.presentOrder(drawn, decided)).toBe(JSON.stringify(plain));
          expect(orderResultA.parse(plain)).toEqual(plain);
        }),
        { numRuns: 150 },
      );
    },
    SLOW_MACHINE_MS,
  );

  it('carries nothing over from another order under the same configuration', () => {
    const near = scenario('near', { settings: { max_transit_days: { mode: 'warn', days: 3 } } });
    const { configuration } = near;
    const far = { ...scenario('far', { days: [4, 5, 6] }), configuration };
    const short = { ...scenario('short', { stock: { CHAIR: [0, 2, 0], LAMP: [0, 1, 0] } }), configuration };
    const unvalued = { ...scenario('unvalued', { lines: [['CHAIR', 2]] }), configuration };
    for (const each of [near, far, short, unvalued, near]) {
      const decided = presented(each);
      expect(variantA.presentOrder(each, decided)).toBe(JSON.stringify(plainOrder(each, decided)));
    }
  });
});

describe('a run of Variant A', () => {
  it('wraps the results of a run in request order', () => {
    const [{ configuration }] = SCENARIOS as [Scenario];
    const decisions = SCENARIOS.filter((each) => each.configuration.profiles.length === 0)
      .filter((each) => each.configuration.item_controls.length === 0)
      .map((each, index) => presented(each, index + 1));
    const run = {
      routing_run_id: 7,
      client_run_number: 3,
      client_id: 2,
      status: 'completed' as const,
      orders_considered: decisions.length,
      orders_routed: decisions.length,
      full_count: 1,
      split_count: 2,
      partial_count: 3,
      partial_split_count: 4,
      none_count: 5,
    };
    const variant = { configuration, contract_variant: 'A' as const };
    const text = atOnce(variantA.presentRun({ run, configuration: variant, decisions })).toString();
    const results = decisions.map((decided) => JSON.parse(variantA.presentOrder({ configuration }, decided)));
    expect(text).toBe(JSON.stringify({ ...run, results }));
    expect(runResponseA.parse(JSON.parse(text))).toEqual({ ...run, results });
  });
});

/** The order result built the slow way, as an object. */
function plainOrder({ configuration }: Scenario, { id, order, decision }: PresentedOrder): OrderResultA {
  const facts = { configuration, order, decision };
  const reference = (index: number) => {
    const { warehouse_id, warehouse_name } = configuration.warehouses[index]!;
    return { warehouse_id, warehouse_name };
  };
  const { driver, policy, shipments, unroutable } = decision;
  const profile = decision.profile === null ? null : configuration.profiles[decision.profile]!;
  const rules = decision.item_controls.map((index) => configuration.item_controls[index]!);
  return {
    order_id: order.order_id,
    routing_decision_id: id,
    status: decision.status,
    routing_quality: decision.quality,
    reason: reasonSentence(facts),
    profile: {
      applied: profile !== null,
      name: profile?.name ?? 'Default',
      partner_id: profile?.partner_id ?? null,
    },
    policy_outcome: policy.outcome,
    policy_warning_count: policy.warnings.length,
    policy_warning_codes: policy.warnings.map(({ rule }) => `${rule}_warned` as const),
    policy_blocked_code: policy.blocked === null ? null : `${policy.blocked.rule}_blocked`,
    policy_messages: [
      ...policy.warnings.map((finding) => warnedSentence(configuration, finding)),
      ...(policy.blocked === null ? [] : [blockedSentence(configuration, policy.blocked)]),
      ...decision.unvalued_skus.map(unvaluedSentence),
    ],
    unroutable_reason_code: unroutable,
    unroutable_category: unroutable === null ? null : UNROUTABLE[unroutable].category,
    unroutable_reason: unroutableSentence(facts),
    recommended_action: recommendedAction(decision),
    total_shipment_value: Number(decision.total_value_cents) / 100,
    preferred_warehouse: decision.ranked.length === 0 ? null : reference(decision.ranked[0]!),
    selected_warehouse: shipments.length === 1 ? reference(shipments[0]!.warehouse) : null,
    selected_warehouses: shipments.map(({ warehouse }) => reference(warehouse)),
    shipment_count: shipments.length,
    shipments: shipments.map(({ warehouse, lines }) => ({
      selected_warehouse: reference(warehouse),
      lines: lines.map(({ sku, ship_qty }) => ({ sku, ship_qty })),
    })),
    unfulfilled_lines: decision.unfulfilled.map(({ sku, requested_qty, unfulfilled_qty, reason }) => ({
      sku,
      requested_qty,
      unfulfilled_qty,
      reason,
    })),
    explanation: {
      selected_path: decision.status.toLowerCase() as Lowercase<typeof decision.status>,
      ranked_warehouses: decision.ranked.map((index, place) => ({ rank: place + 1, ...reference(index) })),
      decision_driver: {
        code: driver.code,
        message: driverSentence(facts),
        sku: driver.sku,
        required_qty: driver.required_qty,
        available_qty: driver.available_qty,
        short_qty: driver.short_qty,
        warehouse: driver.warehouse === null ? null : reference(driver.warehouse),
      },
      ...(rules.length === 0
        ? { item_control_applied: false }
        : {
            item_control_applied: true,
            item_control_skus: [...new Set(rules.map(({ sku }) => sku))],
            item_control_flags: [...new Set(rules.map(({ rule }) => ITEM_CONTROL_FLAGS[rule]))],
            item_control_notes: [...new Set(rules.map(({ note }) => note).filter((note) => note !== null))],
            item_control_rules: rules.map((rule) => ({
              sku: rule.sku,
              summary: itemControlSummary(configuration, rule),
            })),
          }),
    },
  };
}
