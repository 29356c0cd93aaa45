import { describe, expect, it } from 'vitest';
import { referenceFaults } from './account-faults.ts';
import { parseAccountFile } from './account-file.ts';

const present = [
  {
    warehouse_id: 'OLD1',
    warehouse_code: 'W-9',
    warehouse_name: 'Old',
    zip: '10001',
    enabled: false,
    priority: null,
  },
];

function faultsOf(part: Record<string, unknown>, warehouses = present): string[] {
  const file = parseAccountFile({ client: { slug: 'acme' }, ...part });
  return referenceFaults(file, warehouses).map(({ path, message }) => `${path}: ${message}`);
}

describe('referenceFaults', () => {
  it('finds warehouses in the file and in the present account', () => {
    const warehouses = [{ warehouse_id: 'NEW1', zip: '10001' }];
    const profiles = [{ partner_id: 'p', warehouse_ids: ['NEW1', 'OLD1'] }];
    const item_controls = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['OLD1'] }];
    expect(faultsOf({ warehouses, profiles, item_controls })).toEqual([]);
  });

  it('names the place of a warehouse that exists in neither', () => {
    const profiles = [{ partner_id: 'p', warehouse_ids: ['OLD1', 'NOPE'] }];
    const item_controls = [
      { sku: 'A', rule: 'hold' },
      { sku: 'A', rule: 'prefer', warehouse_ids: ['old1'] },
    ];
    expect(faultsOf({ profiles, item_controls })).toEqual([
      'profiles[0].warehouse_ids[1]: there is no warehouse NOPE',
      'item_controls[1].warehouse_ids[0]: there is no warehouse old1',
    ]);
  });

  it('refuses the code of a warehouse that the list leaves out', () => {
    const warehouses = [{ warehouse_id: 'NEW1', warehouse_code: 'W-9', zip: '10001' }];
    expect(faultsOf({ warehouses })).toEqual([
      'warehouses[0].warehouse_code: W-9 is the code of OLD1, which is left out but not deleted',
    ]);
    expect(faultsOf({ warehouses }, [])).toEqual([]);
  });

  it('lets a listed warehouse hand its code to another', () => {
    const warehouses = [
      { warehouse_id: 'NEW1', warehouse_code: 'W-9', zip: '10001' },
      { warehouse_id: 'OLD1', warehouse_code: 'W-8', zip: '10001' },
    ];
    expect(faultsOf({ warehouses })).toEqual([]);
  });
});
