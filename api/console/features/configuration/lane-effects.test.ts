import { expect, it } from 'vitest';
import { lanesEffects } from './lane-effects.ts';

const WAREHOUSES = [
  { warehouse_id: 'EWR1', enabled: true },
  { warehouse_id: 'ONT1', enabled: true },
  { warehouse_id: 'CMH1', enabled: false },
];

it('says that one lane takes the provider from all warehouses, and leaves the others without lanes', () => {
  const after = { provider: 'table', warehouses: [{ warehouse_id: 'EWR1' }] } as const;
  expect(lanesEffects(WAREHOUSES, { provider: 'zone', warehouses: [] }, after)).toEqual([
    { what: 'Provider', before: 'By zone', after: 'Lane table', isDangerous: true },
    { what: 'Enabled warehouses without a lane', before: '0 of 2', after: '1 of 2', isDangerous: true },
  ]);
});

it('warns of nothing if no warehouse loses its lanes', () => {
  const before = { provider: 'table', warehouses: [] } as const;
  const after = { provider: 'table', warehouses: [{ warehouse_id: 'EWR1' }] } as const;
  expect(lanesEffects(WAREHOUSES, before, after)).toEqual([
    { what: 'Enabled warehouses without a lane', before: '2 of 2', after: '1 of 2', isDangerous: false },
  ]);
});
