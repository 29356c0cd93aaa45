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
  it('is the summary, then the warehouses with what they had and could have shipped, the chosen ones marked', () => {
    const short = scenario('1', { stock: { CHAIR: [1, 5, 0], LAMP: [0, 3, 0] } });
    expect(textOf(short, 80)).toBe(
      [
        'SO-1: FULL (decision 12, 2026-11-22 10:00 UTC)',
        '',
        'Atlanta GA ships 2 units of CHAIR and 1 unit of LAMP in 2 transit days. Edison',
        'NJ, the preferred warehouse, could ship 1 unit alone: only 1 of 2 units of CHAIR',
        'is available, with 2 units reserved by earlier orders; all 2 units of LAMP are',
        'reserved by earlier orders.',
        '',
        '   RANK  WAREHOUSE        DAYS  MILES  COULD SHIP  STOCK',
        '      1  EWR1 Edison NJ      1     29           1  CHAIR 1 + 2 reserved',
        '                                                   LAMP 0 + 2 reserved',
        '         Edison NJ could ship 1 unit alone: only 1 of 2 units of CHAIR is',
        '         available, with 2 units reserved by earlier orders; all 2 units of LAMP',
        '         are reserved by earlier orders.',
        '✓     2  ATL1 Atlanta GA     2    862           3  CHAIR 5',
        '                                                   LAMP 3',
        '         Atlanta GA ships 2 units of CHAIR and 1 unit of LAMP in 2 transit days.',
        '      3  RNO1 Reno NV        5  2,702           0  CHAIR 0',
        '                                                   LAMP 0',
        '         Reno NV cannot ship: no CHAIR is in stock; no LAMP is in stock.',
        '',
        'Left out:',
        '  DFW1 Dallas TX: is disabled',
        '',
        'Instead:',
        '  Nearest first, EWR1 and ATL1 would ship 3 units in 2 shipments, with more',
        '  shipments and warehouses that rank lower.',
      ].join('\n'),
    );
  });

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
