import { describe, expect, it } from 'vitest';
import { AppError } from '../foundation/errors/app-error.ts';
import { inventorySyncRequest, toInventoryRows } from './inventory.ts';

const aRow = (fields: Record<string, unknown> = {}) => ({
  sku: 'CHAIR',
  warehouse_id: 'EWR1',
  quantity_available: 4,
  ...fields,
});

const rowOf = (row: unknown, variant: 'A' | 'B' = 'A') =>
  toInventoryRows(inventorySyncRequest.parse({ inventory: [row] }), variant)[0];

function faultPaths(row: unknown, variant: 'A' | 'B' = 'A'): string[] | undefined {
  try {
    rowOf(row, variant);
  } catch (error) {
    if (error instanceof AppError) return error.faults?.map((fault) => fault.path);
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('inventorySyncRequest', () => {
  it('refuses an empty inventory', () => {
    expect(inventorySyncRequest.safeParse({ inventory: [] }).success).toBe(false);
  });

  it.each([
    ['sku', undefined],
    ['sku', 'x'.repeat(201)],
    ['warehouse_id', 5],
    ['quantity_available', -1],
    ['quantity_available', 1.5],
    ['quantity_available', '4'],
    ['quantity_available', 2_147_483_648],
    ['available_qty', -1],
    ['unit_value', -1],
    ['unit_value', '1'],
    ['unit_weight', -1],
    ['unit_weight', 1_000_000_001],
    ['sku_description', 'x'.repeat(1001)],
  ])('refuses a row whose %s is %j', (name, value) => {
    const { error } = inventorySyncRequest.safeParse({ inventory: [aRow({ [name]: value })] });
    expect(error?.issues.map((issue) => issue.path)).toEqual([['inventory', 0, name]]);
  });
});

describe('toInventoryRows', () => {
  it('trims IDs and takes null for absent', () => {
    const row = aRow({ sku: ' CHAIR ', warehouse_id: ' EWR1\n', unit_value: null, sku_description: null });
    expect(rowOf(row)).toEqual({
      sku: 'CHAIR',
      warehouse_id: 'EWR1',
      warehouse_code: null,
      quantity: 4,
      unit_value: null,
      unit_weight: null,
      sku_description: null,
    });
  });

  it('takes external_warehouse_id and available_qty, with 0 for out of stock', () => {
    const row = { sku: 'CHAIR', external_warehouse_id: 'EWR1', available_qty: 0 };
    expect(rowOf(row)).toMatchObject({ warehouse_id: 'EWR1', quantity: 0 });
  });

  it('accepts aliases that say the same', () => {
    expect(rowOf(aRow({ external_warehouse_id: 'EWR1', available_qty: 4 }))).toEqual(rowOf(aRow()));
  });

  it.each([
    ['sku', { sku: ' ' }],
    ['warehouse_id', { warehouse_id: ' ' }],
    ['external_warehouse_id', { external_warehouse_id: 'ATL1' }],
    ['quantity_available', { quantity_available: null }],
    ['available_qty', { available_qty: 0 }],
  ])('reports a fault at %s', (field, fields) => {
    expect(faultPaths(aRow(fields))).toEqual([`inventory[0].${field}`]);
  });

  it('takes warehouse_code instead of an ID in Variant B only', () => {
    const row = { sku: 'CHAIR', warehouse_code: 'W-001', available_qty: 4 };
    expect(rowOf(row, 'B')).toMatchObject({ warehouse_id: null, warehouse_code: 'W-001' });
    expect(faultPaths(row, 'A')).toEqual(['inventory[0].warehouse_id']);
  });

  it('keeps both an ID and a code, which must name one warehouse, in Variant B only', () => {
    const row = aRow({ warehouse_code: 'W-001' });
    expect(rowOf(row, 'B')).toMatchObject({ warehouse_id: 'EWR1', warehouse_code: 'W-001' });
    expect(rowOf(row, 'A')).toMatchObject({ warehouse_id: 'EWR1', warehouse_code: null });
  });

  it('names what is missing by the names of the variant', () => {
    expect(faultPaths({ sku: 'CHAIR' }, 'B')).toEqual([
      'inventory[0].external_warehouse_id',
      'inventory[0].available_qty',
    ]);
  });
});
