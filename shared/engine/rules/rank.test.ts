import { describe, expect, it } from 'vitest';
import { aConfiguration, anInput, decided } from '../../testing/engine-builders.ts';
import { compileConfiguration } from '../compile.ts';
import { rankWarehouses } from './rank.ts';

describe('the candidates', () => {
  it('are the enabled warehouses', () => {
    expect(decided({ warehouses: [{}, { enabled: false }, {}] }).ranked).toEqual([0, 2]);
  });
});

describe('ranking by transit', () => {
  it('puts fewer transit days first', () => {
    expect(decided({ days: [3, 1, 2] }).ranked).toEqual([1, 2, 0]);
  });

  it('puts days before priority, and priority before distance', () => {
    const warehouses = [{ priority: 1 }, { priority: 3 }, { priority: 2 }];
    expect(decided({ warehouses, days: [2, 1, 1], miles: [1, 1, 9] }).ranked).toEqual([2, 1, 0]);
  });

  it('puts a warehouse without a priority behind every priority', () => {
    const warehouses = [{ priority: null }, { priority: 900 }];
    expect(decided({ warehouses, days: [1, 1] }).ranked).toEqual([1, 0]);
  });

  it('puts the nearer first where days and priority are equal', () => {
    expect(decided({ days: [1, 1, 1], miles: [20, 10, 0] }).ranked).toEqual([2, 1, 0]);
  });

  it('puts an unknown distance behind every distance', () => {
    expect(decided({ days: [1, 1], miles: [null, 9_000] }).ranked).toEqual([1, 0]);
  });

  it('settles what is left by warehouse_id, by code unit', () => {
    const warehouses = ['a', 'B', 'Z', '10', '9'].map((warehouse_id) => ({ warehouse_id }));
    expect(decided({ warehouses, days: [1, 1, 1, 1, 1] }).ranked).toEqual([3, 4, 1, 2, 0]);
  });
});

describe('ranking by priority', () => {
  const settings = { ranking: 'priority' } as const;

  it('puts priority before transit days', () => {
    const warehouses = [{ priority: null }, { priority: 2 }, { priority: 1 }];
    expect(decided({ settings, warehouses, days: [1, 2, 3] }).ranked).toEqual([2, 1, 0]);
  });

  it('goes on by transit days, then distance, then warehouse_id', () => {
    expect(decided({ settings, days: [2, 1, 1, 1], miles: [1, 8, 7, 7] }).ranked).toEqual([2, 3, 1, 0]);
  });
});

describe('a warehouse without a lane', () => {
  it.each(['transit', 'priority'] as const)(
    'ranks behind all that have one when ranking by %s',
    (ranking) => {
      const warehouses = [{ priority: 1 }, { priority: 2 }, { priority: null }];
      expect(decided({ settings: { ranking }, warehouses, days: [null, 9, 9] }).ranked).toEqual([1, 2, 0]);
    },
  );

  it('ranks among its like by priority, then by warehouse_id', () => {
    const warehouses = [{}, {}, { priority: 5 }];
    expect(decided({ warehouses, days: [null, null, null] }).ranked).toEqual([2, 0, 1]);
  });
});

describe('rankWarehouses', () => {
  it('answers the same for a destination object that it has seen', () => {
    const configuration = aConfiguration({ days: [2, 1] });
    const { standard } = compileConfiguration(configuration);
    const destination = anInput({ days: [2, 1] }).destination!;
    const alone = { departures: null, costs: null, demands: [] };
    const first = rankWarehouses(standard, configuration.warehouses, destination, alone);
    expect(first).toEqual([1, 0]);
    expect(rankWarehouses(standard, configuration.warehouses, destination, alone)).toBe(first);
  });
});
