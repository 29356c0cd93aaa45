import { describe, expect, it } from 'vitest';
import { StockPool } from './stock-pool.ts';

const LINES = [{ sku: 'A', quantity: 9, unit_value: null }];

function pool(quantity: number[], reserved: number[]): StockPool {
  return new StockPool(new Map([['A', { quantity, reserved }]]));
}

describe('StockPool', () => {
  it('shows the snapshot less active reservations, never below zero', () => {
    expect([...Array.from(pool([5, 2, 1], [1, 2, 3]).availability.get('A')!)]).toEqual([4, 0, 0]);
  });

  it('takes what decisions ship and gives back what is released', () => {
    const stock = pool([5, 5], [0, 2]);
    stock.reserve([{ line: 0, warehouse: 1, quantity: 3 }], LINES);
    expect(Array.from(stock.availability.get('A')!)).toEqual([5, 0]);
    stock.release('A', 1, 4);
    expect(Array.from(stock.availability.get('A')!)).toEqual([5, 4]);
  });

  it('returns the SKUs that changed, once each, and no others', () => {
    const stock = new StockPool(
      new Map(['A', 'B', 'C'].map((sku) => [sku, { quantity: [5, 5], reserved: [0, 2], of: sku }])),
    );
    stock.reserve([{ line: 0, warehouse: 1, quantity: 1 }], LINES);
    stock.reserve([{ line: 0, warehouse: 1, quantity: 1 }], LINES);
    stock.release('C', 0, -1);
    stock.release('C', 0, 1);
    expect(stock.changes()).toMatchObject([
      { sku: 'A', stock: { quantity: [5, 5], reserved: [0, 4], of: 'A' } },
    ]);
  });

  it('undoes what was moved since the mark, and no more', () => {
    const stock = pool([5, 5], [0, 2]);
    stock.reserve([{ line: 0, warehouse: 1, quantity: 1 }], LINES);
    stock.mark();
    stock.release('A', 1, 3);
    stock.reserve([{ line: 0, warehouse: 0, quantity: 5 }], LINES);
    stock.undo();
    expect(Array.from(stock.availability.get('A')!)).toEqual([5, 2]);
    expect(stock.changes()).toMatchObject([{ sku: 'A', stock: { reserved: [0, 3] } }]);
  });

  it('refuses to move units of a SKU that was not loaded', () => {
    expect(() => pool([1], [0]).release('B', 0, 1)).toThrow('SKU B');
  });
});
