import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { decideScenario } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { decodeAllocations, decodeDecision, encodeDecision } from './codec.ts';

/** Properties take a second; a busy machine may need many times that. */
const SLOW_MACHINE_MS = 60_000;

describe('a stored decision', () => {
  it.each(SCENARIOS)('is read back as it was: $name', (each) => {
    const decision = decideScenario(each);
    const data = encodeDecision(decision, each.order);
    expect(decodeDecision(data, decision.status, each.order.lines)).toEqual(decision);
  });

  it(
    'is read back as it was, whatever was decided',
    () => {
      fc.assert(
        fc.property(arbitraryScenario(oddText), (drawn) => {
          const decision = decideScenario(drawn);
          const data = encodeDecision(decision, drawn.order);
          expect(JSON.stringify(JSON.parse(data))).toBe(data);
          expect(decodeDecision(data, decision.status, drawn.order.lines)).toEqual(decision);
          expect(decodeAllocations(JSON.parse(data))).toEqual(decision.allocations);
        }),
        { numRuns: 300 },
      );
    },
    SLOW_MACHINE_MS,
  );

  it('keeps what it was rerouted with, whatever was decided', { timeout: SLOW_MACHINE_MS }, () => {
    const ids = fc.array(oddText, { maxLength: 3 });
    const reroute = fc.record({
      exclude_warehouse_ids: ids,
      only_warehouse_ids: fc.option(ids),
      note: fc.option(oddText),
    });
    fc.assert(
      fc.property(arbitraryScenario(oddText), reroute, (drawn, narrowing) => {
        const decision = { ...decideScenario(drawn), reroute: narrowing };
        const data = encodeDecision(decision, drawn.order);
        expect(decodeDecision(data, decision.status, drawn.order.lines)).toEqual(decision);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps the rule that blocks an order also with every place free', () => {
    const [plain] = SCENARIOS;
    const blocked_anyway = { rule: 'partial_shipment', warehouse: null, found: 1, limit: 0 } as const;
    const decision = { ...decideScenario(plain!), blocked_anyway };
    const data = encodeDecision(decision, plain!.order);
    expect(decodeDecision(data, decision.status, plain!.order.lines)).toEqual(decision);
  });

  it.each([null, 8])(
    'keeps that the search stopped at its limit, and what it proved: %s',
    (at_least_shipments) => {
      const [plain] = SCENARIOS;
      const decision = { ...decideScenario(plain!), budget_exhausted: true, at_least_shipments };
      const data = encodeDecision(decision, plain!.order);
      expect(decodeDecision(data, decision.status, plain!.order.lines)).toEqual(decision);
    },
  );
});
