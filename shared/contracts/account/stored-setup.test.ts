import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { warehouseLimits } from '../../testing/account-arbitraries.ts';
import { engineCases } from '../../testing/engine-arbitraries.ts';
import { type AccountSettings, DEFAULT_ACCOUNT_SETTINGS } from './settings.ts';
import { readSetup } from './stored-setup.ts';

const names = Object.keys(DEFAULT_ACCOUNT_SETTINGS) as (keyof AccountSettings)[];
const rest = {
  contract_variant: 'A',
  warehouse_db_ids: [1, 2, 3, 4, 5],
  transit: { provider: 'zone', lane_table_id: null, options: {} },
} as const;
const readSettings = (settings: object) => readSetup({ ...rest, warehouses: [], settings }).settings;

describe('a stored set-up', () => {
  it('is read as it was written, its keys in the same order', () => {
    fc.assert(
      fc.property(
        engineCases({ warehouses: 5, skus: 4, itemControl: true, policies: true, dates: true, costs: true }),
        warehouseLimits,
        fc.shuffledSubarray([...Array(12).keys()], { minLength: 12 }),
        ({ configuration }, limits, order) => {
          const warehouses = configuration.warehouses.map((warehouse) => ({
            ...warehouse,
            ...limits,
            ...(warehouse.handling && { handling: warehouse.handling }),
          }));
          const delivery_calendar = { days: ['sat'], closed_dates: ['2026-12-25'] };
          const settings = { ...configuration.settings, reroute_on_sync: { enabled: true, days: 3 } };
          const entries = Object.entries({
            ...rest,
            ...configuration,
            ...(configuration.rates && { rates: { ...configuration.rates, rate_table_id: 7 } }),
            warehouses,
            delivery_calendar,
            settings,
          });
          const stored = Object.fromEntries(order.flatMap((n) => (entries[n] ? [entries[n]] : [])));
          expect(JSON.stringify(readSetup(stored))).toBe(JSON.stringify(stored));
        },
      ),
    );
  });

  it('has the default of every setting that is younger', () => {
    fc.assert(
      fc.property(fc.subarray(names), (known) => {
        const stored = Object.fromEntries(known.map((name) => [name, DEFAULT_ACCOUNT_SETTINGS[name]]));
        expect(readSettings(stored)).toEqual(DEFAULT_ACCOUNT_SETTINGS);
        expect(Object.keys(readSettings(stored)).slice(0, known.length)).toEqual(known);
      }),
    );
  });

  it('lacks what no release knows any more', () => {
    const stored = { ...DEFAULT_ACCOUNT_SETTINGS, prefer_the_moon: true };
    expect(readSettings(stored)).toEqual(DEFAULT_ACCOUNT_SETTINGS);
  });

  it('that no release wrote is refused', () => {
    expect(() => readSettings({ ranking: 'by mood' })).toThrow();
    expect(() => readSetup({ ...rest, settings: {} })).toThrow();
  });
});
