import { describe, expect, it } from 'vitest';
import { aConfiguration } from '../testing/engine-builders.ts';
import { compileConfiguration } from './compile.ts';

describe('compileConfiguration', () => {
  it.each(['warn', 'block'] as const)('refuses max_transit_days in mode %s without its days', (mode) => {
    const configuration = aConfiguration({ settings: { max_transit_days: { mode, days: null } } });
    expect(() => compileConfiguration(configuration)).toThrow('max_transit_days has its days');
  });

  it.each(['warn', 'block'] as const)(
    'refuses minimum_shipment_value in mode %s without its value',
    (mode) => {
      const configuration = aConfiguration({ settings: { minimum_shipment_value: { mode, value: null } } });
      expect(() => compileConfiguration(configuration)).toThrow('minimum_shipment_value has its value');
    },
  );

  it('refuses two enabled profiles of one partner', () => {
    const configuration = aConfiguration({ profiles: [{}, {}] });
    expect(() => compileConfiguration(configuration)).toThrow('two profiles have partner_id partner');
  });

  it('refuses a rule that names a warehouse which does not exist', () => {
    const configuration = aConfiguration({
      rules: [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W9'] }],
    });
    expect(() => compileConfiguration(configuration).rules.of('A')).toThrow('the unknown warehouse W9');
  });
});
