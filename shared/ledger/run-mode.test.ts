import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import type { Configuration, Warehouse } from '../engine/types.ts';
import { aConfiguration } from '../testing/engine-builders.ts';
import { runMode } from './run-mode.ts';

const mode = (contract_variant: 'A' | 'B', overrides = {}, warehouses: Configuration['warehouses'] = []) =>
  runMode({
    configuration: { settings: { ...DEFAULT_SETTINGS, ...overrides }, warehouses },
    contract_variant,
  });

describe('runMode', () => {
  it('reserves in Variant A where inventory availability is used', () => {
    expect(mode('A')).toEqual({
      inventory_aware: true,
      consumes: true,
      reserves: true,
      takes_places: false,
      honours_reservations: true,
      prioritised: true,
    });
  });

  it('takes places in Variant A where inventory is used and an enabled warehouse has a capacity', () => {
    const [warehouse] = aConfiguration({}).warehouses as [Warehouse];
    const limited = { ...warehouse, capacity: { shipments_per_day: 5 } };
    expect(mode('A', {}, [warehouse, limited]).takes_places).toBe(true);
    expect(mode('B', {}, [limited]).takes_places).toBe(false);
    expect(mode('A', {}, [{ ...limited, enabled: false }]).takes_places).toBe(false);
    expect(mode('A', { use_inventory_availability: false }, [limited]).takes_places).toBe(false);
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
