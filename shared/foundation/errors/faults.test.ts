import { describe, expect, it } from 'vitest';
import { faultPath, faultsOf, validationFailed } from './faults.ts';

describe('faultPath', () => {
  it.each([
    [['orders', 3, 'lines', 0, 'quantity'], 'orders[3].lines[0].quantity'],
    [['sku'], 'sku'],
    [[2, 'sku'], '[2].sku'],
    [[], ''],
  ])('writes %j as %s', (path, text) => {
    expect(faultPath(path)).toBe(text);
  });
});

describe('faultsOf', () => {
  it('names the whole part where an issue has no place', () => {
    expect(faultsOf([{ path: [], message: 'bad' }])).toEqual([{ path: 'body', message: 'bad' }]);
    expect(faultsOf([{ path: [], message: 'bad' }], 'query')).toEqual([{ path: 'query', message: 'bad' }]);
  });
});

describe('validationFailed', () => {
  it('names the first fault and counts the others', () => {
    const faults = [1, 2, 3].map((n) => ({ path: `p${n}`, message: 'bad' }));
    expect(validationFailed(faults)).toMatchObject({
      status: 422,
      message: 'The request body failed validation: p1: bad (and 2 more)',
      faults,
    });
  });

  it('lists the first hundred faults', () => {
    const faults = Array.from({ length: 250 }, (_, n) => ({ path: `p${n}`, message: 'bad' }));
    const failure = validationFailed(faults);
    expect(failure.faults).toEqual(faults.slice(0, 100));
    expect(failure.message).toContain('and 249 more');
  });
});
