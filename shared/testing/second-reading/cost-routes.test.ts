import { describe, expect, it } from 'vitest';
import type { PlainCostLine } from './cost.ts';
import { flat, linesOf, type Overrides, orderOf, shown, warehouse } from './cost-cases.ts';
import { bruteForceByCost, mayBeAtLeastCost } from './cost-routes.ts';

const permitted = (...order: Parameters<typeof orderOf>) =>
  shown(bruteForceByCost(orderOf(...order)).permitted);
const both = (...order: Parameters<typeof orderOf>) => {
  const choice = bruteForceByCost(orderOf(...order));
  return [shown(choice.unconstrained), shown(choice.permitted)];
};

describe('the best route under lowest_cost, read a second time', () => {
  const near = warehouse('A', 'x2');
  const far = warehouse('B', 'x2');

  it('ships the most units, whatever they cost', () => {
    expect(permitted([near, warehouse('B', 'x3')], 'x3', flat('A 1', 'B 99'))).toBe(
      'FULL B x3 99.00 = 99.00',
    );
    // 1 unit less would save 99.00 and leave nothing unpriced.
    expect(permitted([near, warehouse('B', 'y1')], 'x2 y1', flat('A 1'))).toBe(
      'SPLIT A x2 1.00 + B y1 ? = ?',
    );
  });

  it('is the cheaper of two, however far', () => {
    expect(permitted([near, far], 'x2', flat('A 5', 'B 4.9999'))).toBe('FULL B x2 5.00 = 5.00');
    expect(permitted([near, far], 'x2', flat('A 5', 'B 5.0000'))).toBe('FULL A x2 5.00 = 5.00');
    expect(permitted([near, far], 'x2', flat('A 5', 'B 4'), { objective: 'fewest_shipments' })).toBe(
      'FULL A x2 5.00 = 5.00',
    );
  });

  it('leaves the fewest shipments unpriced, though what is priced then costs more', () => {
    // A and B alone are unpriced with 0.00 of priced costs.
    expect(permitted([near, warehouse('C', 'x2')], 'x2', flat('C 80'))).toBe('FULL C x2 80.00 = 80.00');
    const split = [warehouse('A', 'x2'), warehouse('B', 'y1'), warehouse('C', 'x2 y1')];
    // One unpriced shipment, or two.
    expect(permitted(split, 'x2 y1', [])).toBe('FULL C x2 y1 ? = ?');
    // Two that cost 80.00, or one unpriced.
    expect(permitted(split, 'x2 y1', flat('A 40', 'B 40'))).toBe('SPLIT A x2 40.00 + B y1 40.00 = 80.00');
    // One unpriced in each: what is priced costs 3.00 or nothing, then nothing in both, and one warehouse is less than two.
    expect(permitted(split, 'x2 y1', flat('A 3'))).toBe('FULL C x2 y1 ? = ?');
    expect(permitted(split, 'x2 y1', flat('A 0'))).toBe('FULL C x2 y1 ? = ?');
  });

  it('splits where that is cheaper, penalties counted', () => {
    const ranked = [warehouse('A', 'x2'), warehouse('B', 'y1'), warehouse('C', 'x2 y1')];
    const prices = flat('A 3', 'B 4', 'C 10');
    expect(permitted(ranked, 'x2 y1', prices)).toBe('SPLIT A x2 3.00 + B y1 4.00 = 7.00');
    // 3 + 4 + 2.99 = 9.99; no part of the total.
    expect(permitted(ranked, 'x2 y1', prices, { splitPenalty: '2.99' })).toBe(
      'SPLIT A x2 3.00 + B y1 4.00 = 7.00',
    );
    // 10 and 10: fewest warehouses.
    expect(permitted(ranked, 'x2 y1', prices, { splitPenalty: 3 })).toBe('FULL C x2 y1 10.00 = 10.00');
    expect(permitted(ranked, 'x2 y1', prices, { splitPenalty: '3.0001' })).toBe('FULL C x2 y1 10.00 = 10.00');
  });

  it('counts the penalty of each shipment beyond the first, unpriced ones too', () => {
    const ranked = [
      warehouse('A', 'x1'),
      warehouse('B', 'y1'),
      warehouse('C', 'z1'),
      warehouse('D', 'x1 y1'),
    ];
    // A, B, C: 1 + 1 + 1 + 2 x 2 = 7. C, D: 1 + 4.50 + 2 = 7.50.
    expect(permitted(ranked, 'x1 y1 z1', flat('A 1', 'B 1', 'C 1', 'D 4.5'), { splitPenalty: 2 })).toBe(
      'SPLIT A x1 1.00 + B y1 1.00 + C z1 1.00 = 3.00',
    );
    expect(permitted(ranked, 'x1 y1 z1', flat('A 1', 'B 1', 'C 1', 'D 4.5'), { splitPenalty: '2.6' })).toBe(
      'SPLIT C z1 1.00 + D x1 y1 4.50 = 5.50',
    );
    // C is unpriced in both. A, B, C: 1 + 1 + 2 x 2 = 6. C, D: 4.50 + 2 = 6.50; with 2.6 it is 7.20 and 7.10.
    expect(permitted(ranked, 'x1 y1 z1', flat('A 1', 'B 1', 'D 4.5'), { splitPenalty: 2 })).toMatch(
      /^SPLIT A/,
    );
    expect(permitted(ranked, 'x1 y1 z1', flat('A 1', 'B 1', 'D 4.5'), { splitPenalty: '2.6' })).toMatch(
      /^SPLIT C/,
    );
  });

  it('compares exact sums, not rounded ones', () => {
    const ranked = [warehouse('A', 'x1 y1'), warehouse('B', 'x1'), warehouse('C', 'y1')];
    // 0.004 + 0.004 is 0.00 + 0.00 when rounded, and 0.007 is 0.01.
    expect(permitted(ranked, 'x1 y1', flat('A 0.007', 'B 0.004', 'C 0.004'))).toBe(
      'FULL A x1 y1 0.01 = 0.01',
    );
    expect(permitted(ranked, 'x1 y1', flat('A 0.0081', 'B 0.004', 'C 0.004'))).toBe(
      'SPLIT B x1 0.00 + C y1 0.00 = 0.01',
    );
  });

  it('weighs handling by shipment, SKU and unit', () => {
    const dear = warehouse('A', 'x2 y1', { handling: { per_unit: '1.01' } });
    const byLine = warehouse('B', 'x2 y1', { handling: { per_line: '1.51' } });
    const byShipment = warehouse('C', 'x2 y1', { handling: { per_shipment: '3.025' } });
    // 3.03, 3.02, 3.025
    expect(permitted([dear, byLine, byShipment], 'x2 y1', flat('A 0', 'B 0', 'C 0'))).toBe(
      'FULL B x2 y1 3.02 = 3.02',
    );
    expect(permitted([dear, byShipment], 'x2 y1', flat('A 0', 'C 0'))).toBe('FULL C x2 y1 3.03 = 3.03');
  });

  it('weighs what each member ships, parcels above the largest weight included', () => {
    const row = (zone: string, max_weight: number, price: number) => ({
      warehouse_id: '*',
      zone,
      max_weight,
      price,
    });
    const ranked = [warehouse('A', 'x2 y1'), warehouse('B', 'y1')];
    const rules = new Map([['y', { prefers: new Set(['B']) }]]);
    const prices = [row('A', 2, 4), row('A', 1, 3), row('B', 1, 3)];
    // 3 units from A: parcels of 2 and 1 for 4 + 3. A and B cost 4 + 3 too, so the one warehouse stays.
    expect(permitted(ranked, 'x2 y1', prices, { rules })).toBe('FULL A x2 y1 7.00 = 7.00');
    // Without a row for 1, A's second parcel costs 4 as well.
    const coarse = prices.toSpliced(1, 1);
    expect(permitted(ranked, 'x2 y1', coarse, { rules })).toBe('SPLIT A x2 4.00 + B y1 3.00 = 7.00');
    // But not if y is to ship from the first that has it: A, in the set of A and B as well.
    expect(permitted(ranked, 'x2 y1', coarse)).toBe('FULL A x2 y1 8.00 = 8.00');
    // Of 2 units there is no rest.
    expect(permitted(ranked, 'x2', prices)).toBe('FULL A x2 4.00 = 4.00');
  });

  it('breaks ties by fewest warehouses', () => {
    const ranked = [warehouse('A', 'x1'), warehouse('B', 'y1'), warehouse('C', ''), warehouse('D', 'x1 y1')];
    // Everything is free, or costs as much.
    expect(permitted(ranked, 'x1 y1', flat('A 0', 'B 0', 'C 0', 'D 0'))).toBe('FULL D x1 y1 0.00 = 0.00');
    expect(permitted(ranked, 'x1 y1', flat('A 1', 'B 2', 'D 3'))).toBe('FULL D x1 y1 3.00 = 3.00');
  });

  it('then by the least sum of rank positions', () => {
    const ranked = [warehouse('A', 'x1'), warehouse('B', 'x1'), warehouse('C', 'y1'), warehouse('D', 'y1')];
    // The sums are 4, 5, 5 and 6.
    expect(permitted(ranked, 'x1 y1', flat('A 0', 'B 0', 'C 0', 'D 0'))).toBe(
      'SPLIT A x1 0.00 + C y1 0.00 = 0.00',
    );
    // B + C is 2, A + C and B + D 3, A + D 4.
    expect(permitted(ranked, 'x1 y1', flat('A 2', 'B 1', 'C 1', 'D 2'))).toBe(
      'SPLIT B x1 1.00 + C y1 1.00 = 2.00',
    );
  });

  it('then by the first list of rank positions', () => {
    // Only 1 with 4 and 2 with 3 have all four SKUs in two shipments; both sums are 5.
    const ranked = [
      warehouse('A', 'x1 z1'),
      warehouse('B', 'x1 w1'),
      warehouse('C', 'y1 z1'),
      warehouse('D', 'y1 w1'),
    ];
    const order: Overrides = { splitPenalty: 1 };
    expect(permitted(ranked, 'x1 y1 z1 w1', flat('A 1', 'B 1', 'C 1', 'D 1'), order)).toBe(
      'SPLIT A x1 z1 1.00 + D y1 w1 1.00 = 2.00',
    );
    expect(permitted(ranked, 'x1 y1 z1 w1', flat('A 2', 'B 1', 'C 1', 'D 0'), order)).toBe(
      'SPLIT A x1 z1 2.00 + D y1 w1 0.00 = 2.00',
    );
    expect(permitted(ranked, 'x1 y1 z1 w1', flat('A 1', 'B 1', 'C 1', 'D 1.0001'), order)).toBe(
      'SPLIT B x1 w1 1.00 + C y1 z1 1.00 = 2.00',
    );
  });
});

describe('distributions, read a second time', () => {
  const prices = flat('A 1', 'B 1', 'C 1', 'D 1');
  const rules = (sku: string, rule: object) => ({ rules: new Map([[sku, rule]]) });

  it('ship a SKU whole from the first member that has it, preferred ones first', () => {
    const ranked = [warehouse('A', 'x2 y1'), warehouse('B', 'x2 z1')];
    expect(permitted(ranked, 'x2 y1 z1', prices)).toBe('SPLIT A x2 y1 1.00 + B z1 1.00 = 2.00');
    expect(permitted(ranked, 'x2 y1 z1', prices, rules('x', { prefers: new Set(['B']) }))).toBe(
      'SPLIT A y1 1.00 + B x2 z1 1.00 = 2.00',
    );
  });

  it('fill from preferred members first, then by rank', () => {
    const ranked = [warehouse('A', 'x2'), warehouse('B', 'x2'), warehouse('C', 'x1')];
    expect(permitted(ranked, 'x4', prices, rules('x', { prefers: new Set(['C']) }))).toBe(
      'SPLIT A x2 1.00 + B x2 1.00 = 2.00',
    );
    expect(permitted(ranked, 'x5', prices, rules('x', { prefers: new Set(['C']) }))).toBe(
      'SPLIT A x2 1.00 + B x2 1.00 + C x1 1.00 = 3.00',
    );
    expect(permitted(ranked, 'x3', flat('A 1', 'B 9', 'C 1'), rules('x', { prefers: new Set(['C']) }))).toBe(
      'SPLIT A x2 1.00 + C x1 1.00 = 2.00',
    );
  });

  it('ship nothing of a do-not-partial SKU unless all of it ships', () => {
    const ranked = [warehouse('A', 'x2 y1'), warehouse('B', 'x1')];
    expect(permitted(ranked, 'x4 y1', prices, rules('x', { doNotPartial: true }))).toBe(
      'PARTIAL A y1 1.00 = 1.00',
    );
    expect(permitted(ranked, 'x3', prices, rules('x', { doNotPartial: true }))).toBe(
      'SPLIT A x2 1.00 + B x1 1.00 = 2.00',
    );
    // A and B have 3 together, but x is not to be split.
    const apart = [warehouse('A', 'x2'), warehouse('B', 'x1 y1')];
    expect(permitted(apart, 'x3 y1', prices, rules('x', { doNotPartial: true, doNotSplit: true }))).toBe(
      'PARTIAL B y1 1.00 = 1.00',
    );
    expect(permitted(apart, 'x3 y1', prices, rules('x', { doNotSplit: true }))).toBe(
      'PARTIAL_SPLIT A x2 1.00 + B y1 1.00 = 2.00',
    );
    expect(permitted(ranked, 'x3 y1', prices, rules('x', { doNotPartial: true, doNotSplit: true }))).toBe(
      'PARTIAL A y1 1.00 = 1.00',
    );
  });

  it('ship a do-not-split SKU from the member that can ship the most', () => {
    const ranked = [warehouse('A', 'x1'), warehouse('B', 'x2'), warehouse('C', 'x2')];
    expect(permitted(ranked, 'x3', prices, rules('x', { doNotSplit: true }))).toBe(
      'PARTIAL B x2 1.00 = 1.00',
    );
    expect(permitted(ranked, 'x3', flat('A 0', 'B 2', 'C 1'), rules('x', { doNotSplit: true }))).toBe(
      'PARTIAL C x2 1.00 = 1.00',
    );
  });

  it('join the lines of a SKU, and leave drop-ship lines out', () => {
    const lines: PlainCostLine[] = [
      { sku: 'x', units: 1, unitWeight: 3 },
      { sku: 'g', units: 5, unitWeight: 90, dropShip: true },
      { sku: 'x', units: 1, unitWeight: 50 },
    ];
    const byWeight = [
      { warehouse_id: '*', zone: 'A', max_weight: 6, price: 2 },
      { warehouse_id: '*', zone: 'A', max_weight: 500, price: 70 },
    ];
    // 2 units of 3 weigh 6.
    expect(permitted([warehouse('A', 'x9 g9')], '', byWeight, { lines })).toBe('FULL A x2 2.00 = 2.00');
  });
});

describe('blocks under lowest_cost, read a second time', () => {
  const ranked = [warehouse('A', 'x2'), warehouse('B', 'y1'), warehouse('C', 'x2 y1')];
  const prices = flat('A 1', 'B 1', 'C 10');
  const cheap = 'SPLIT A x2 1.00 + B y1 1.00 = 2.00';

  it('leave the best of the routes that they permit', () => {
    expect(both(ranked, 'x2 y1', prices)).toEqual([cheap, cheap]);
    expect(both(ranked, 'x2 y1', prices, { blocks: { split: true } })).toEqual([
      cheap,
      'FULL C x2 y1 10.00 = 10.00',
    ]);
    expect(both(ranked, 'x2 y1', prices, { blocks: { maxShipments: 1 } })).toEqual([
      cheap,
      'FULL C x2 y1 10.00 = 10.00',
    ]);
    // B 1 + C 10; with A it would be 12. Nothing has 3 of y.
    const whole = 'SPLIT B y1 1.00 + C x2 y1 10.00 = 11.00';
    expect(both(ranked, 'x2 y2', prices, { blocks: { partial: true } })).toEqual([whole, whole]);
    expect(both(ranked, 'x2 y3', prices, { blocks: { partial: true } })).toEqual([
      whole.replace('SPLIT', 'PARTIAL_SPLIT'),
      'NONE  = 0.00',
    ]);
  });

  it('hold too slow warehouses to the unconstrained route', () => {
    const late = [warehouse('A', 'x2', { blocked: new Set(['x']) }), warehouse('B', 'x2')];
    expect(both(late, 'x2', flat('A 1', 'B 5'))).toEqual(['FULL A x2 1.00 = 1.00', 'FULL B x2 5.00 = 5.00']);
    const full = [warehouse('A', 'x2', { barred: new Set(['x']) }), warehouse('B', 'x2')];
    expect(both(full, 'x2', flat('A 1', 'B 5'))).toEqual(['FULL B x2 5.00 = 5.00', 'FULL B x2 5.00 = 5.00']);
  });

  it('judge the value of each shipment, but of no FULL route', () => {
    const lines: PlainCostLine[] = [
      { sku: 'x', units: 1, unitWeight: 1, unitValue: 10 },
      { sku: 'y', units: 1, unitWeight: 1 },
      { sku: 'x', units: 1, unitWeight: 1, unitValue: '0.5' },
    ];
    const syncedValues = new Map([['y', '4.9999']]);
    const value = (minimumValue: number | string) =>
      both(ranked, '', prices, { lines, syncedValues, blocks: { minimumValue } })[1];
    // A ships 10.50, B 4.9999.
    expect(value('4.9999')).toBe(cheap);
    expect(value(5)).toBe('FULL C x2 y1 10.00 = 10.00');
    expect(value(1000)).toBe('FULL C x2 y1 10.00 = 10.00');
    // The first unit of x, from A, is that of the first line: 10. The second, from B, is worth 0.50.
    const halves = [warehouse('A', 'x1'), warehouse('B', 'x1')];
    const half = (minimumValue: number | string) =>
      both(halves, '', prices, { lines: [lines[0]!, lines[2]!], blocks: { minimumValue } })[1];
    expect(half('0.5')).toBe('SPLIT A x1 1.00 + B x1 1.00 = 2.00');
    // Alone, each of them ships the first unit.
    expect(half('0.51')).toBe('PARTIAL A x1 1.00 = 1.00');
    expect(half(11)).toBe('NONE  = 0.00');
  });
});

describe('prefer_full_shipment off, read a second time', () => {
  const off = { preferFullShipment: false };

  it('goes down the ranking whatever it costs', () => {
    const ranked = [warehouse('A', 'x1'), warehouse('B', 'x2'), warehouse('C', 'x3')];
    const prices = flat('A 9', 'B 9', 'C 1');
    expect(both(ranked, 'x3', prices, off)).toEqual([
      'SPLIT A x1 9.00 + B x2 9.00 = 18.00',
      'SPLIT A x1 9.00 + B x2 9.00 = 18.00',
    ]);
    const prefers = new Map([['x', { prefers: new Set(['C']) }]]);
    expect(permitted(ranked, 'x3', prices, { ...off, rules: prefers })).toBe(
      'SPLIT A x1 9.00 + B x2 9.00 = 18.00',
    );
    const noSplit = new Map([['x', { doNotSplit: true }]]);
    expect(permitted(ranked, 'x3', prices, { ...off, rules: noSplit })).toBe('FULL C x3 1.00 = 1.00');
    expect(permitted(ranked, 'x4', prices, { ...off, rules: noSplit })).toBe('PARTIAL C x3 1.00 = 1.00');
    const noPartial = new Map([['x', { doNotPartial: true }]]);
    expect(permitted(ranked, 'x7', prices, { ...off, rules: noPartial })).toBe('NONE  = 0.00');
  });

  it('falls back to fewest shipments, not to the lowest cost', () => {
    const ranked = [warehouse('A', 'x1'), warehouse('B', 'x3'), warehouse('C', 'x3')];
    const choice = bruteForceByCost(
      orderOf(ranked, 'x3', flat('A 9', 'B 9', 'C 1'), { ...off, blocks: { split: true } }),
    );
    expect(shown(choice.unconstrained)).toBe('SPLIT A x1 9.00 + B x2 9.00 = 18.00');
    expect(shown(choice.permitted)).toBe('FULL B x3 9.00 = 9.00');
    expect(choice.alternatives.map(({ kind, route }) => `${kind} ${shown(route)}`)).toEqual([
      'cheapest FULL C x3 1.00 = 1.00',
    ]);
  });
});

describe('cost_alone and alternatives, read a second time', () => {
  const ranked = [
    warehouse('A', 'x2'),
    warehouse('B', 'y1'),
    warehouse('C', 'x2 y1'),
    warehouse('D', ''),
    warehouse('E', 'x1'),
    warehouse('F', 'x2', { blocked: new Set(['x']) }),
  ];
  const prices = flat('A 1', 'B 1.005', 'C 10', 'D 1', 'F 1');
  const insight = (lines: string, overrides: Overrides = {}) => {
    const { costAlone, alternatives } = bruteForceByCost(orderOf(ranked, lines, prices, overrides));
    return { costAlone, alternatives: alternatives.map(({ kind, route }) => `${kind} ${shown(route)}`) };
  };
  const costAlone = ['1.00', '1.01', '10.00', null, null, null];
  const split = 'SPLIT A x2 1.00 + B y1 1.01 = 2.01';

  it('are of what each warehouse alone could ship, and of other permitted routes', () => {
    expect(insight('x2 y1')).toEqual({
      costAlone,
      alternatives: ['fewest_shipments FULL C x2 y1 10.00 = 10.00'],
    });
    expect(insight('x2 y1', { objective: 'fewest_shipments' })).toEqual({
      costAlone,
      alternatives: [`cheapest ${split}`],
    });
    expect(insight('x2 y1', { blocks: { split: true } })).toEqual({ costAlone, alternatives: [] });
    // Nearest first is the split, which is the cheapest as well.
    expect(
      insight('x2 y1', { objective: 'fewest_shipments', preferFullShipment: false }).alternatives,
    ).toEqual(['fewest_shipments FULL C x2 y1 10.00 = 10.00']);
  });

  it('are left out for a FULL from rank 1 under fewest_shipments', () => {
    const none = { costAlone: ranked.map(() => null), alternatives: [] };
    expect(insight('x2', { objective: 'fewest_shipments' })).toEqual(none);
    expect(insight('x2', { preferFullShipment: false })).toEqual(none);
    expect(insight('x2')).toEqual({ costAlone: ['1.00', null, '10.00', null, null, null], alternatives: [] });
    const lines: PlainCostLine[] = [...linesOf('x2'), { sku: 'g', units: 1, dropShip: true }];
    expect(insight('', { lines, objective: 'fewest_shipments' }).costAlone[0]).toBe('1.00');
  });

  it('are none where nothing ships', () => {
    expect(insight('q1')).toEqual({ costAlone: ranked.map(() => null), alternatives: [] });
  });
});

describe('at_least_cost, read a second time', () => {
  const ranked = [warehouse('A', 'x1'), warehouse('B', 'x1'), warehouse('C', 'x2'), warehouse('D', 'x2')];
  const order = (overrides: Overrides = {}) =>
    orderOf(ranked, 'x2', flat('A 0.001', 'B 0.001', 'C 5.0099'), { splitPenalty: 6, ...overrides });

  it('is undercut by no permitted route with as many units', () => {
    // C costs 5.0099; A with B 0.002 and a penalty of 6; D is unpriced; A alone costs less, but ships 1 unit.
    expect(mayBeAtLeastCost(order(), 2, '5.00')).toBe(true);
    expect(mayBeAtLeastCost(order(), 2, '5.01')).toBe(false);
    expect(mayBeAtLeastCost(order(), 2, 0)).toBe(true);
    expect(mayBeAtLeastCost(order(), 1, '0.01')).toBe(false);
    expect(mayBeAtLeastCost(order({ splitPenalty: null }), 2, '0.01')).toBe(false);
    expect(mayBeAtLeastCost(order({ splitPenalty: 1, blocks: { split: true } }), 2, '5.00')).toBe(true);
  });

  it('is in cents', () => {
    expect(mayBeAtLeastCost(order(), 2, '5.001')).toBe(false);
    expect(mayBeAtLeastCost(order(), 2, 4.9)).toBe(true);
  });
});
