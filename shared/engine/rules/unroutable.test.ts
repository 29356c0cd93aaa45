import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges, unshipped } from '../../testing/engine-builders.ts';

const hold = { sku: 'A', rule: 'hold' } as const;
const dropShip = { sku: 'A', rule: 'drop_ship' } as const;
const disabled = { enabled: false };

function code(changes: EngineChanges): string | null {
  return decided(changes).unroutable;
}

describe('unroutable_reason_code', () => {
  it('is null where something ships', () => {
    expect(code({})).toBeNull();
  });

  it('is invalid_destination_zip before anything else', () => {
    const decision = decided({ invalid_zip: true, rules: [hold, dropShip], warehouses: [disabled] });
    expect(decision).toMatchObject({ unroutable: 'invalid_destination_zip', ranked: [], status: 'NONE' });
    expect(unshipped(decision)).toEqual(['1 of 1 A, invalid_destination_zip']);
  });

  it('is item_control_hold before external_fulfillment', () => {
    expect(code({ rules: [dropShip, hold] })).toBe('item_control_hold');
  });

  it('is external_fulfillment before no_enabled_warehouse', () => {
    expect(code({ rules: [dropShip], warehouses: [disabled] })).toBe('external_fulfillment');
  });

  it('is no_enabled_warehouse where the client has none', () => {
    expect(code({ warehouses: [disabled, disabled] })).toBe('no_enabled_warehouse');
    expect(code({ warehouses: [disabled], settings: { use_inventory_availability: false } })).toBe(
      'no_enabled_warehouse',
    );
    expect(code({ warehouses: [] })).toBe('no_enabled_warehouse');
  });

  it('is no_inventory_available where no enabled warehouse has a unit of any SKU', () => {
    const warehouses = [{}, disabled];
    expect(code({ warehouses, stock: { A: [0, 9] } })).toBe('no_inventory_available');
  });

  it('leaves the units of drop-ship SKUs out of account', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(code({ lines, stock: { A: [9], B: [0] }, rules: [dropShip] })).toBe('no_inventory_available');
  });

  it('takes a SKU that was never synced to have none', () => {
    expect(code({ lines: [['B', 1]], stock: { A: [9] } })).toBe('no_inventory_available');
  });

  it('is item_control_restricted where units exist, none where Item Control admits them', () => {
    const rules = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    expect(code({ stock: { A: [9, 0] }, rules })).toBe('item_control_restricted');
  });

  it('is item_control_restricted in routing-only mode where Item Control admits no warehouse', () => {
    const rules = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    const settings = { use_inventory_availability: false };
    expect(code({ warehouses: [{}], rules, settings })).toBe('item_control_restricted');
  });

  it('is no_eligible_warehouse where the profile leaves the warehouses with units out', () => {
    const profiles = [{ warehouse_ids: ['W1'] }];
    expect(code({ profiles, partner_id: 'partner', stock: { A: [9, 0] } })).toBe('no_eligible_warehouse');
    expect(code({ profiles: [{ warehouse_ids: [] }], partner_id: 'partner' })).toBe('no_eligible_warehouse');
  });

  it('is no_eligible_warehouse where Item Control keeps the units at candidates, but not the others', () => {
    const profiles = [{ warehouse_ids: ['W0'] }];
    const rules = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    expect(code({ profiles, partner_id: 'partner', stock: { A: [9, 9] }, rules })).toBe(
      'no_eligible_warehouse',
    );
  });

  it('is the blocked policy where the unconstrained route ships something', () => {
    expect(code({ settings: { max_transit_days: { mode: 'block', days: 0 } } })).toBe(
      'max_transit_days_blocked',
    );
  });

  it('is insufficient_inventory where a do-not-partial SKU leaves nothing to ship', () => {
    const rules = [{ sku: 'A', rule: 'do_not_partial' } as const];
    const changes: EngineChanges = { lines: [['A', 3]], stock: { A: [1, 1] }, rules };
    expect(code(changes)).toBe('insufficient_inventory');
    expect(code({ ...changes, settings: { max_transit_days: { mode: 'block', days: 0 } } })).toBe(
      'insufficient_inventory',
    );
    expect(decided({ ...changes, settings: { partial_shipment: 'block' } }).policy.outcome).toBe('clear');
  });
});
