import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf } from './json-diff.ts';

describe('differencesOf', () => {
  it('finds nothing between equals', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => differencesOf(value, structuredClone(value)).length === 0),
    );
  });

  it('finds something between any two that differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        expect(differencesOf(before, after).length === 0).toBe(isSame);
      }),
    );
  });

  it('names the place by ids, not by positions', () => {
    const before = {
      warehouses: [
        { warehouse_id: 'A', enabled: true },
        { warehouse_id: 'B', enabled: true },
      ],
    };
    const after = { warehouses: [{ warehouse_id: 'B', enabled: false }], settings: { ranking: 'priority' } };
    expect(differencesOf(before, after)).toEqual([
      { path: 'warehouses[A]', kind: 'removed', before: { warehouse_id: 'A', enabled: true } },
      { path: 'warehouses[B].enabled', kind: 'changed', before: true, after: false },
      { path: 'settings', kind: 'added', after: { ranking: 'priority' } },
    ]);
  });

  it('tells of a list whose order alone changed', () => {
    const [a, b] = [{ sku: 'A' }, { sku: 'B' }];
    expect(differencesOf([a, b], [b, a])).toEqual([
      { path: '', kind: 'changed', before: ['A', 'B'], after: ['B', 'A'] },
    ]);
  });
});
