import { describe, expect, it } from 'vitest';
import { decided, shipped } from '../testing/engine-builders.ts';
import { DEFAULT_SETTINGS, settingsUnder } from './settings.ts';

describe('the default settings', () => {
  it('are those of docs/reference/settings.md', () => {
    expect(DEFAULT_SETTINGS).toEqual({
      use_inventory_availability: true,
      priority_allocation: true,
      consume_inventory_during_batch: true,
      prefer_full_shipment: true,
      ranking: 'transit',
      split_shipment: 'allow',
      partial_shipment: 'allow',
      max_transit_days: { mode: 'allow', days: null },
      minimum_shipment_value: { mode: 'allow', value: null },
      max_shipments: null,
    });
  });
});

describe('a profile', () => {
  const onlyNear = { settings: { max_transit_days: { mode: 'block', days: 1 } } } as const;

  it('replaces whole settings and leaves the others', () => {
    const client = { ...DEFAULT_SETTINGS, ranking: 'priority', max_shipments: 2 } as const;
    const own = { max_shipments: null, split_shipment: 'warn' } as const;
    expect(settingsUnder(client, own)).toEqual({ ...client, max_shipments: null, split_shipment: 'warn' });
  });

  it('cannot override the settings that belong to the run', () => {
    const own: object = {
      use_inventory_availability: false,
      priority_allocation: false,
      consume_inventory_during_batch: false,
    };
    expect(settingsUnder(DEFAULT_SETTINGS, own)).toEqual(DEFAULT_SETTINGS);
  });

  it('applies to the orders of its partner', () => {
    const decision = decided({ profiles: [onlyNear], partner_id: 'partner', stock: { A: [0, 1] } });
    expect(decision).toMatchObject({ status: 'NONE', profile: 0 });
  });

  it.each(['PARTNER', 'partner ', 'other'])(
    'does not apply to the partner_id %j, which is not exactly its own',
    (partner_id) => {
      const decision = decided({ profiles: [onlyNear], partner_id, stock: { A: [0, 1] } });
      expect(decision).toMatchObject({ status: 'FULL', profile: null });
    },
  );

  it('does not apply to orders without a partner_id', () => {
    expect(decided({ profiles: [onlyNear], stock: { A: [0, 1] } }).profile).toBeNull();
  });

  it('does not apply while disabled', () => {
    const profiles = [{ ...onlyNear, enabled: false }];
    expect(decided({ profiles, partner_id: 'partner', stock: { A: [0, 1] } }).profile).toBeNull();
  });

  it('is named by its place among all profiles, disabled ones included', () => {
    const profiles = [{ partner_id: 'other', enabled: false }, { partner_id: 'partner' }];
    expect(decided({ profiles, partner_id: 'partner' }).profile).toBe(1);
  });

  it('leaves its orders only the warehouses of its list', () => {
    const profiles = [{ warehouse_ids: ['W2', 'W1'] }];
    const decision = decided({ profiles, partner_id: 'partner' });
    expect(decision.ranked).toEqual([1, 2]);
    expect(shipped(decision)).toEqual(['W1: 1 A']);
  });

  it('does not bring a disabled warehouse back by listing it', () => {
    const profiles = [{ warehouse_ids: ['W0', 'W1'] }];
    const warehouses = [{ enabled: false }, {}, {}];
    expect(decided({ profiles, warehouses, partner_id: 'partner' }).ranked).toEqual([1]);
  });
});

describe('use_inventory_availability', () => {
  it('on, ships only what is available', () => {
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [2, 0] } }))).toEqual(['W0: 2 A']);
  });

  it('off, takes every warehouse to have everything', () => {
    const decision = decided({
      settings: { use_inventory_availability: false },
      lines: [
        ['A', 1_000_000],
        ['B', 1],
      ],
    });
    expect(shipped(decision)).toEqual(['W0: 1000000 A, 1 B']);
  });
});
