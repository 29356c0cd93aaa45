import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { decideScenario } from '../../testing/decide-scenario.ts';
import { oddText } from '../../testing/odd-text.ts';
import { scenario } from '../../testing/scenario.ts';
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

  it.each([null, 8])(
    'keeps that the search stopped at its limit, and what it proved: %s',
    (at_least_shipments) => {
      const [plain] = SCENARIOS;
      const decision = { ...decideScenario(plain!), budget_exhausted: true, at_least_shipments };
      const data = encodeDecision(decision, plain!.order);
      expect(decodeDecision(data, decision.status, plain!.order.lines)).toEqual(decision);
    },
  );

  it('takes 74 bytes for two lines that ship from the first of eight warehouses', () => {
    const warehouses = Array.from({ length: 8 }, (_, index) => ({
      warehouse_id: `WH${index}`,
      warehouse_code: `W-${index}`,
      warehouse_name: `Warehouse ${index}`,
      zip: '08837',
      enabled: true,
      priority: null,
    }));
    const stock = { CHAIR: warehouses.map(() => 9), LAMP: warehouses.map(() => 9) };
    const full = scenario('eight', { warehouses, days: [3, 1, 4, 1, 5, 9, 2, 6], stock });
    expect(encodeDecision(decideScenario(full), full.order)).toBe(
      '{"allocations":[[0,1,2],[1,1,1]],"ranking":"13602475","value_cents":29900}',
    );
  });

  it('keeps of a driver what it names, and values of a cent', () => {
    const recommended = scenario('recommended', {
      settings: { use_inventory_availability: false },
      lines: [['CHAIR', 1, 0.01]],
    });
    expect(encodeDecision(decideScenario(recommended), recommended.order)).toBe(
      '{"allocations":[[0,0,1]],"ranking":"012","value_cents":1,"driver":["routing_only_recommended",0]}',
    );
  });

  it('names its units where SQL looks for them', () => {
    const split = SCENARIOS.find(({ name }) => name === 'same-sku-twice')!;
    const { allocations } = JSON.parse(encodeDecision(decideScenario(split), split.order));
    expect(allocations).toEqual([
      [0, 0, 2],
      [1, 1, 1],
      [2, 0, 2],
      [2, 1, 1],
    ]);
  });
});
