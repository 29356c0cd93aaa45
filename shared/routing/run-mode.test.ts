import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import { runMode } from './run-mode.ts';

const mode = (contract_variant: 'A' | 'B', overrides = {}) =>
  runMode({ configuration: { settings: { ...DEFAULT_SETTINGS, ...overrides } }, contract_variant });

describe('runMode', () => {
  it('reserves in Variant A where inventory availability is used', () => {
    expect(mode('A')).toEqual({
      inventory_aware: true,
      consumes: true,
      reserves: true,
      honours_reservations: true,
      prioritised: true,
    });
  });

  it('neither consumes nor reserves in routing-only mode', () => {
    for (const variant of ['A', 'B'] as const) {
      expect(mode(variant, { use_inventory_availability: false })).toMatchObject({
        inventory_aware: false,
        consumes: false,
        reserves: false,
      });
    }
  });

  it('ignores consume_inventory_during_batch in Variant A and follows it in Variant B', () => {
    expect(mode('A', { consume_inventory_during_batch: false }).consumes).toBe(true);
    expect(mode('B').consumes).toBe(true);
    expect(mode('B', { consume_inventory_during_batch: false }).consumes).toBe(false);
    expect(mode('B').reserves).toBe(false);
  });

  it('follows priority_allocation in Variant A and always prioritises in Variant B', () => {
    expect(mode('A', { priority_allocation: false }).prioritised).toBe(false);
    expect(mode('B', { priority_allocation: false }).prioritised).toBe(true);
  });
});
