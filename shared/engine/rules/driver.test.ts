import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges } from '../../testing/engine-builders.ts';
import type { DecisionDriver } from '../types.ts';

function driver(changes: EngineChanges): Partial<DecisionDriver> {
  const facts = Object.entries(decided(changes).driver).filter(([, value]) => value !== null);
  return Object.fromEntries(facts);
}

const prefer = (...warehouse_ids: string[]) => ({ sku: 'A', rule: 'prefer' as const, warehouse_ids });

describe('decision_driver', () => {
  it('is invalid_destination_zip before a hold', () => {
    expect(driver({ invalid_zip: true, rules: [{ sku: 'A', rule: 'hold' }] })).toEqual({
      code: 'invalid_destination_zip',
    });
  });

  it('is invalid_destination_zip without a SKU, drop shipped or not', () => {
    expect(driver({ invalid_zip: true, rules: [{ sku: 'A', rule: 'drop_ship' }] })).toEqual({
      code: 'invalid_destination_zip',
    });
  });

  it('is no_inventory where nothing is available, naming the largest shortage at the preferred warehouse', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 3],
      ['C', 3],
    ];
    expect(driver({ lines, stock: { A: [0], B: [0], C: [0] } })).toEqual({
      code: 'no_inventory',
      sku: 'B',
      required_qty: 3,
      available_qty: 0,
      short_qty: 3,
      warehouse: 0,
    });
  });

  it('is no_inventory where a do-not-partial SKU leaves nothing to ship', () => {
    const rules = [{ sku: 'A', rule: 'do_not_partial' } as const];
    expect(driver({ lines: [['A', 5]], stock: { A: [3, 1] }, rules })).toEqual({
      code: 'no_inventory',
      sku: 'A',
      required_qty: 5,
      available_qty: 3,
      short_qty: 2,
      warehouse: 0,
    });
  });

  it('is no_inventory naming what the preferred warehouse has and may not ship, where nothing is short there', () => {
    const rules = [
      { sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] },
      { sku: 'A', rule: 'do_not_partial' },
    ] as const;
    expect(driver({ lines: [['A', 5]], stock: { A: [9, 2] }, rules })).toEqual({
      code: 'no_inventory',
      sku: 'A',
      required_qty: 5,
      warehouse: 0,
    });
  });

  it('is partial_short naming no shortage at a warehouse that Item Control forbids', () => {
    const rules = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    expect(driver({ lines: [['A', 5]], stock: { A: [1, 2] }, rules })).toEqual({
      code: 'partial_short',
      sku: 'A',
      required_qty: 5,
      warehouse: 0,
    });
    const lines: [string, number][] = [
      ['A', 5],
      ['B', 3],
    ];
    expect(driver({ lines, stock: { A: [1, 2], B: [1, 0] }, rules })).toMatchObject({
      sku: 'B',
      short_qty: 2,
    });
  });

  it('is no_inventory without a shortage where the profile has no warehouse to name', () => {
    const profiles = [{ warehouse_ids: [] }];
    expect(driver({ profiles, partner_id: 'partner', stock: { A: [0] } })).toEqual({ code: 'no_inventory' });
  });

  it('is policy_blocked where a policy leaves NONE, naming its warehouse', () => {
    const settings = { max_transit_days: { mode: 'block', days: 0 } } as const;
    expect(driver({ settings })).toEqual({ code: 'policy_blocked', warehouse: 0 });
  });

  it('is no_eligible_warehouse where rules admit no warehouse with units', () => {
    const profiles = [{ warehouse_ids: ['W1'] }];
    expect(driver({ profiles, partner_id: 'partner', stock: { A: [9, 0] } })).toEqual({
      code: 'no_eligible_warehouse',
    });
    expect(driver({ warehouses: [{ enabled: false }] })).toEqual({ code: 'no_eligible_warehouse' });
  });

  it('is no_eligible_warehouse where Item Control admits none, naming the SKU', () => {
    const rules = [{ sku: 'B', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(driver({ lines, stock: { A: [0], B: [9] }, rules })).toEqual({
      code: 'no_eligible_warehouse',
      sku: 'B',
    });
  });

  it('is no_eligible_warehouse where Item Control admits none, not naming a SKU with rules of another kind', () => {
    const rules = [
      { sku: 'A', rule: 'do_not_split' } as const,
      { sku: 'B', rule: 'exclude', warehouse_ids: ['W0'] } as const,
    ];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(driver({ lines, stock: { A: [0], B: [9] }, rules })).toMatchObject({ sku: 'B' });
  });

  it('is routing_only_recommended in routing-only mode, even from the preferred warehouse', () => {
    const settings = { use_inventory_availability: false };
    expect(driver({ settings })).toEqual({ code: 'routing_only_recommended', warehouse: 0 });
  });

  it('names no warehouse where routing-only mode recommends several', () => {
    const settings = { use_inventory_availability: false };
    const rules = [
      { sku: 'A', rule: 'restrict', warehouse_ids: ['W0'], fallback: 'block' } as const,
      { sku: 'B', rule: 'restrict', warehouse_ids: ['W1'], fallback: 'block' } as const,
    ];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(driver({ settings, rules, lines })).toEqual({ code: 'routing_only_recommended' });
  });

  it('is optimal_preferred_full for a FULL from the preferred warehouse', () => {
    expect(driver({})).toEqual({ code: 'optimal_preferred_full', warehouse: 0 });
  });

  it('is optimal_preferred_full from a lifted warehouse too', () => {
    expect(driver({ rules: [prefer('W1')] })).toEqual({ code: 'optimal_preferred_full', warehouse: 1 });
  });

  it('is item_control_preferred where the lift changed rank 1 and it does not ship all', () => {
    const rules = [prefer('W1', 'W2')];
    expect(driver({ lines: [['A', 2]], stock: { A: [2, 1, 2] }, rules })).toEqual({
      code: 'item_control_preferred',
      sku: 'A',
      warehouse: 1,
    });
  });

  it('is item_control_preferred only for a SKU whose rule prefers that warehouse', () => {
    const rules = [{ sku: 'B', rule: 'prefer', warehouse_ids: ['W1'] } as const];
    const settings = { max_transit_days: { mode: 'block', days: 1 } } as const;
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(driver({ lines, rules, settings, stock: { A: [1, 1], B: [1, 1] } })).toMatchObject({
      code: 'item_control_preferred',
      sku: 'B',
    });
  });

  it('is not item_control_preferred where the lift left rank 1 as it was', () => {
    const rules = [prefer('W0', 'W2')];
    expect(driver({ lines: [['A', 2]], stock: { A: [1, 1, 2] }, rules })).toMatchObject({
      code: 'preferred_short',
    });
  });

  it('is partial_short for a PARTIAL, naming the shortage at the preferred warehouse', () => {
    expect(driver({ lines: [['A', 5]], stock: { A: [0, 3] } })).toEqual({
      code: 'partial_short',
      sku: 'A',
      required_qty: 5,
      available_qty: 0,
      short_qty: 5,
      warehouse: 0,
    });
  });

  it('is partial_short for a PARTIAL_SPLIT', () => {
    expect(driver({ lines: [['A', 5]], stock: { A: [1, 3] } })).toMatchObject({
      code: 'partial_short',
      short_qty: 4,
    });
  });

  it('is partial_short for a drop-ship rest, naming the SKU that its vendor ships', () => {
    const rules = [{ sku: 'D', rule: 'drop_ship' } as const];
    expect(
      driver({
        lines: [
          ['A', 1],
          ['D', 4],
        ],
        rules,
      }),
    ).toEqual({
      code: 'partial_short',
      sku: 'D',
      required_qty: 4,
      short_qty: 4,
    });
  });

  it('is partial_short about stock where that falls short beside a drop-ship line', () => {
    const rules = [{ sku: 'D', rule: 'drop_ship' } as const];
    expect(
      driver({
        lines: [
          ['A', 3],
          ['D', 4],
        ],
        stock: { A: [1] },
        rules,
      }),
    ).toMatchObject({
      code: 'partial_short',
      sku: 'A',
      short_qty: 2,
    });
  });

  it('is split_required for a SPLIT, naming the largest shortage, then the first line', () => {
    const lines: [string, number][] = [
      ['A', 2],
      ['B', 3],
      ['C', 3],
    ];
    expect(driver({ lines, stock: { A: [1, 1], B: [1, 2], C: [1, 2] } })).toEqual({
      code: 'split_required',
      sku: 'B',
      required_qty: 3,
      available_qty: 1,
      short_qty: 2,
      warehouse: 0,
    });
  });

  it('names the SKU that the preferred warehouse may not ship where it is short of none', () => {
    const rules = [{ sku: 'B', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 2],
    ];
    expect(driver({ lines, rules, stock: { A: [1, 0], B: [2, 2] } })).toEqual({
      code: 'split_required',
      sku: 'B',
      required_qty: 2,
      warehouse: 0,
    });
  });

  it('names a SKU that is too slow from the preferred warehouse where it is short of none', () => {
    const rules = [{ sku: 'B', rule: 'max_transit_days', days: 1 } as const];
    const warehouses = [{ priority: 1 }, {}];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 2],
    ];
    const settings = { ranking: 'priority' } as const;
    expect(
      driver({ lines, rules, warehouses, settings, days: [2, 1], stock: { A: [1, 0], B: [2, 2] } }),
    ).toEqual({
      code: 'split_required',
      sku: 'B',
      required_qty: 2,
      warehouse: 0,
    });
  });

  it('is preferred_restricted for a FULL from another where Item Control keeps a SKU from the preferred', () => {
    const rules = [{ sku: 'B', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(driver({ lines, rules })).toEqual({ code: 'preferred_restricted', sku: 'B', warehouse: 0 });
  });

  it('is preferred_too_slow where a transit block does', () => {
    const settings = { ranking: 'priority', max_transit_days: { mode: 'block', days: 2 } } as const;
    const warehouses = [{ priority: 1 }, {}];
    expect(driver({ warehouses, settings, days: [3, 2] })).toEqual({
      code: 'preferred_too_slow',
      warehouse: 0,
    });
  });

  it("is preferred_too_slow for a SKU where the limit is the SKU's own", () => {
    const rules = [{ sku: 'A', rule: 'max_transit_days', days: 2 } as const];
    const settings = { ranking: 'priority' } as const;
    expect(driver({ warehouses: [{ priority: 1 }, {}], settings, rules, days: [3, 2] })).toEqual({
      code: 'preferred_too_slow',
      sku: 'A',
      warehouse: 0,
    });
  });

  it('is not preferred_too_slow where transit only warns', () => {
    const settings = { ranking: 'priority', max_transit_days: { mode: 'warn', days: 2 } } as const;
    const warehouses = [{ priority: 1 }, {}];
    expect(driver({ warehouses, settings, days: [3, 2], stock: { A: [0, 1] } })).toMatchObject({
      code: 'preferred_short',
    });
  });

  it('is preferred_below_minimum_value where nearest first was given up for its value', () => {
    const settings = {
      prefer_full_shipment: false,
      minimum_shipment_value: { mode: 'block', value: 2 },
    } as const;
    const changes: EngineChanges = { lines: [['A', 2, 1]], stock: { A: [1, 2] } };
    expect(driver({ ...changes, settings })).toEqual({ code: 'preferred_below_minimum_value', warehouse: 0 });
    expect(
      driver({
        ...changes,
        settings: {
          ...settings,
          split_shipment: 'block',
          minimum_shipment_value: { mode: 'block', value: 1 },
        },
      }),
    ).toMatchObject({
      code: 'preferred_short',
    });
  });

  it('is preferred_below_minimum_value where the cheapest route was given up for its value', () => {
    const settings = {
      objective: 'lowest_cost',
      minimum_shipment_value: { mode: 'block', value: 2 },
    } as const;
    const prices = [[[5, 1]], [[5, 1]], [[5, 9]]] as const;
    expect(
      driver({ lines: [['A', 2, 1]], stock: { A: [1, 1, 2] }, settings, prices, unit_weight: 1 }),
    ).toEqual({ code: 'preferred_below_minimum_value', warehouse: 0 });
  });

  it('is not preferred_below_minimum_value where another warehouse shipped too little', () => {
    const settings = {
      prefer_full_shipment: false,
      minimum_shipment_value: { mode: 'block', value: 2 },
    } as const;
    expect(driver({ lines: [['A', 3, 1]], stock: { A: [2, 1, 3] }, settings })).toMatchObject({
      code: 'preferred_short',
    });
    expect(driver({ lines: [['A', 3, 1]], stock: { A: [0, 1, 3] }, settings })).toMatchObject({
      code: 'preferred_short',
    });
  });

  it('is preferred_short for a FULL from another warehouse that has what the preferred lacks', () => {
    expect(
      driver({
        lines: [
          ['A', 3],
          ['B', 5],
        ],
        stock: { A: [1, 3], B: [5, 5] },
      }),
    ).toEqual({
      code: 'preferred_short',
      sku: 'A',
      required_qty: 3,
      available_qty: 1,
      short_qty: 2,
      warehouse: 0,
    });
  });
});
