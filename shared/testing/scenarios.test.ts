import { describe, expect, it } from 'vitest';
import { variantA } from '../contracts/a/present.ts';
import { type OrderResultA, orderResultA } from '../contracts/a/schema.ts';
import { presented } from './decide-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const results = SCENARIOS.map(
  (scenario): OrderResultA => JSON.parse(variantA.presentOrder(scenario, presented(scenario))),
);
const { shape } = orderResultA;
/** The fields of an explanation in which Item Control applies, because it has every field. */
const { shape: explanation } = shape.explanation.options[1];

/** Every value of a field of the contract must occur in a scenario. A code that occurs in none cannot be reached. */
describe('scenarios', () => {
  it.each<[field: string, possible: readonly string[], shown: (result: OrderResultA) => unknown]>([
    ['status', shape.status.options, ({ status }) => status],
    ['routing_quality', shape.routing_quality.options, (result) => result.routing_quality],
    ['policy_outcome', shape.policy_outcome.options, (result) => result.policy_outcome],
    [
      'policy_warning_codes',
      shape.policy_warning_codes.element.options,
      (result) => result.policy_warning_codes,
    ],
    [
      'policy_blocked_code',
      shape.policy_blocked_code.unwrap().options,
      (result) => result.policy_blocked_code,
    ],
    [
      'unroutable_reason_code',
      shape.unroutable_reason_code.unwrap().options,
      (result) => result.unroutable_reason_code,
    ],
    [
      'unroutable_category',
      shape.unroutable_category.unwrap().options,
      (result) => result.unroutable_category,
    ],
    [
      'unfulfilled_lines[].reason',
      shape.unfulfilled_lines.element.shape.reason.options,
      ({ unfulfilled_lines: lines }) => lines.map(({ reason }) => reason),
    ],
    ['selected_path', explanation.selected_path.options, (result) => result.explanation.selected_path],
    [
      'decision_driver.code',
      // The scenarios have no batches that are improved together.
      explanation.decision_driver.shape.code.options.filter((code) => code !== 'batch_improved'),
      (result) => result.explanation.decision_driver.code,
    ],
    [
      'item_control_flags',
      explanation.item_control_flags.element.options,
      ({ explanation: shown }) => (shown.item_control_applied ? shown.item_control_flags : null),
    ],
  ])('show every value of %s', (_, possible, shown) => {
    const found = results.flatMap(shown).filter((value) => value !== null);
    expect([...new Set(found)].sort()).toEqual([...possible].sort());
  });

  it('have names of their own', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
  });
});
