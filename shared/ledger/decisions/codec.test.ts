import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { decideScenario } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { decodeAllocations, decodeDecision, encodeDecision } from './codec.ts';

/** Properties take a second; a busy machine may need many times that. */
const SLOW_MACHINE_MS = 60_000;

const ids = fc.array(oddText, { maxLength: 3 });
/** What few decisions have, none of those of scenarios. */
const more = fc.tuple(
  fc.oneof(
    fc.constant({}),
    fc.record({
      reroute: fc.record({
        exclude_warehouse_ids: ids,
        only_warehouse_ids: fc.option(ids),
        note: fc.option(oddText),
      }),
    }),
  ),
  fc.constantFrom(
    {},
    { blocked_anyway: { rule: 'partial_shipment', warehouse: null, found: 1, limit: 0 } as const },
  ),
  fc.constantFrom(
    {},
    { budget_exhausted: true, at_least_shipments: null },
    { budget_exhausted: true, at_least_shipments: 8 },
  ),
);

it.each(SCENARIOS)('a stored decision is read back as it was: $name', (each) => {
  const decision = decideScenario(each);
  const data = encodeDecision(decision, each.order);
  expect(decodeDecision(data, decision.status, each.order.lines)).toEqual(decision);
});

it('a stored decision is read back as it was, whatever was decided', { timeout: SLOW_MACHINE_MS }, () => {
  fc.assert(
    fc.property(arbitraryScenario(oddText), more, (drawn, parts) => {
      const decision = Object.assign({ ...decideScenario(drawn) }, ...parts);
      const data = encodeDecision(decision, drawn.order);
      expect(JSON.stringify(JSON.parse(data))).toBe(data);
      expect(decodeDecision(data, decision.status, drawn.order.lines)).toEqual(decision);
      expect(decodeAllocations(JSON.parse(data))).toEqual(decision.allocations);
    }),
    { numRuns: 400 },
  );
});
