import { describe, expect, it } from 'vitest';
import { decided } from '../../testing/engine-builders.ts';

function allocated(changes: Parameters<typeof decided>[0]): string[] {
  return decided(changes).allocations.map(
    ({ line, warehouse, quantity }) => `line ${line}: ${quantity} from W${warehouse}`,
  );
}

describe('units of a SKU', () => {
  it('are given to the lines in line order, shipment by shipment', () => {
    const lines: [string, number][] = [
      ['A', 2],
      ['B', 1],
      ['A', 3],
    ];
    expect(allocated({ lines, stock: { A: [3, 2], B: [0, 1] } })).toEqual([
      'line 0: 2 from W0',
      'line 1: 1 from W1',
      'line 2: 1 from W0',
      'line 2: 2 from W1',
    ]);
  });

  it('are missing from the last lines', () => {
    const lines: [string, number][] = [
      ['A', 2],
      ['A', 3],
      ['A', 1],
    ];
    expect(allocated({ lines, stock: { A: [1, 2] } })).toEqual([
      'line 0: 1 from W0',
      'line 0: 1 from W1',
      'line 1: 1 from W1',
    ]);
  });

  it('are given in rank order even where a preferred warehouse gives first', () => {
    const rules = [{ sku: 'A', rule: 'prefer', warehouse_ids: ['W1'] } as const];
    expect(
      allocated({
        lines: [
          ['A', 3],
          ['A', 1],
        ],
        stock: { A: [2, 3] },
        rules,
      }),
    ).toEqual(['line 0: 1 from W0', 'line 0: 2 from W1', 'line 1: 1 from W1']);
  });

  it('are not given to drop-ship lines', () => {
    const rules = [{ sku: 'B', rule: 'drop_ship' } as const];
    expect(
      allocated({
        lines: [
          ['B', 1],
          ['A', 1],
        ],
        rules,
      }),
    ).toEqual(['line 1: 1 from W0']);
  });
});

describe('the value of the shipments', () => {
  it("counts each unit at its line's unit_value", () => {
    const lines: [string, number, number][] = [
      ['A', 2, 10],
      ['A', 3, 1],
    ];
    expect(decided({ lines, stock: { A: [3, 0] } }).total_value_cents).toBe(2_100);
  });

  it("counts at the SKU's latest synced value where the line has none", () => {
    const lines: [string, number, number?][] = [
      ['A', 2],
      ['A', 1, 4],
    ];
    expect(decided({ lines, synced_values: { A: 1.5 } }).total_value_cents).toBe(700);
  });

  it('counts a unit_value of 0 as a value', () => {
    expect(decided({ lines: [['A', 1, 0]], synced_values: { A: 5 } })).toMatchObject({
      total_value_cents: 0,
      unvalued_skus: [],
    });
  });

  it('counts 0 where no source has one, and names the SKU once', () => {
    const lines: [string, number, number?][] = [
      ['B', 1],
      ['A', 1],
      ['B', 1],
      ['C', 1, 3],
    ];
    expect(decided({ lines })).toMatchObject({ total_value_cents: 300, unvalued_skus: ['B', 'A'] });
  });

  it('names no SKU of which nothing without a value ships', () => {
    const lines: [string, number, number?][] = [
      ['A', 1, 3],
      ['A', 1],
    ];
    expect(decided({ lines, stock: { A: [1, 0] } }).unvalued_skus).toEqual([]);
  });

  it('is rounded once, in the answer', () => {
    // 0.0149 thrice is 0.0447: 4 cents; rounded one by one it would be 3.
    const lines: [string, number, number][] = [
      ['A', 1, 0.0149],
      ['A', 1, 0.0149],
      ['A', 1, 0.0149],
    ];
    expect(decided({ lines }).total_value_cents).toBe(4);
    expect(decided({ lines, stock: { A: [1, 1, 1] } }).total_value_cents).toBe(4);
  });

  it('is rounded half up', () => {
    expect(decided({ lines: [['A', 1, 1.005]] }).total_value_cents).toBe(101);
    expect(decided({ lines: [['A', 1, 1.0049]] }).total_value_cents).toBe(100);
  });

  it('is exact past what a double counts', () => {
    expect(decided({ lines: [['A', 3, 1_234_567_890_123.45]], stock: { A: [3] } }).total_value_cents).toBe(
      370_370_367_037_035,
    );
  });
});
