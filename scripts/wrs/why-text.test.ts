import { describe, expect, it } from 'vitest';
import { presentWhy } from '../../shared/contracts/why.ts';
import { compileConfiguration } from '../../shared/engine/compile.ts';
import { decide } from '../../shared/engine/decide.ts';
import { explain } from '../../shared/engine/explain/explain.ts';
import { type Scenario, scenario } from '../../shared/testing/scenario.ts';
import { SCENARIOS } from '../../shared/testing/scenarios.ts';
import { whyText } from './why-text.ts';

/** The text on a case in which others hold two units of everything at the first warehouse. */
function textOf(each: Scenario, columns: number): string {
  const { configuration, order, destination, availability, unit_values } = each;
  const compiled = compileConfiguration(configuration);
  const reserved = new Map([...(availability ?? [])].map(([sku]) => [sku, [2]]));
  const stock = availability && { available: availability, reserved };
  const evidence = { order, destination, stock, unit_values, stock_as_seen: true };
  const explanation = explain(compiled, decide(compiled, each), evidence);
  const decided_at = new Date('2026-11-22T10:00:00Z');
  return whyText(
    presentWhy({ id: 12, order_id: order.order_id, decided_at }, explanation),
    { columns },
    { timeZone: 'UTC' },
  );
}

describe('the text of wrs why', () => {
  it('names no SKU at a warehouse whose stock was not stored', () => {
    const enough = scenario('2', { stock: { CHAIR: [2, 5, 0], LAMP: [1, 3, 0] } });
    const text = textOf(enough, 80);
    expect(text).toMatch(/ATL1 Atlanta GA +2 +862 +- {2}-$/m);
    expect(text).not.toMatch(/CHAIR -|LAMP -/);
  });

  it.each([80, 120])('fits %i columns', (columns) => {
    const long = 'X'.repeat(200);
    const longest = scenario(long, { lines: [[long, 3]], stock: { [long]: [1, 1] } });
    for (const each of [...SCENARIOS, longest]) {
      for (const line of textOf(each, columns).split('\n')) {
        expect(line.length).toBeLessThanOrEqual(columns);
      }
    }
  });
});
