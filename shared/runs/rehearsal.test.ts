import { describe, expect, it } from 'vitest';
import { compileConfiguration } from '../engine/compile.ts';
import { StockPool } from '../inventory/stock-pool.ts';
import { aConfiguration } from '../testing/engine-builders.ts';
import { hardOrders, WAREHOUSES } from '../testing/hard-orders.ts';
import { decideOrders, type Searches } from './availability-view.ts';
import { Rehearsal } from './rehearsal.ts';
import { runMode } from './run-mode.ts';
import { SearchAllowance, TooHard } from './search-allowance.ts';

const configuration = aConfiguration({
  warehouses: Array.from({ length: WAREHOUSES }, () => ({})),
  settings: { max_shipments: null },
});
const compiled = compileConfiguration(configuration);
const { orders, stock } = hardOrders(2);

/** Decides the orders on their stock, less some units of the last order's first SKU. */
function decided(searches: Searches, less = 0) {
  const pool = new StockPool(
    new Map(
      [...stock].map(([sku, units]) => [
        sku,
        {
          quantity: units.map((each) =>
            Math.max(0, each - (sku === orders.at(-1)!.lines[0]!.sku ? less : 0)),
          ),
          reserved: units.map(() => 0),
        },
      ]),
    ),
  );
  const lanes = configuration.warehouses.map((_, position) => ({
    transit_days: position + 1,
    distance_miles: null,
    source: 'test',
  }));
  const { settings } = configuration;
  return decideOrders(
    {
      compiled,
      mode: runMode(settings, 'A'),
      destinations: new Map([[orders[0]!.destination_zip, { zip: '60614', lanes }]]),
      unit_values: new Map(),
      pool,
      reserved: new Map(),
    },
    orders,
    searches,
  );
}

const NO_SEARCH = 0;

describe('hard orders', () => {
  it('are refused where their searches may not be made', () => {
    expect(() => decided({ allowance: new SearchAllowance(true, NO_SEARCH) })).toThrow(TooHard);
  });

  it('are decided without a search as they were rehearsed, and as if nothing was rehearsed', () => {
    const plain = decided({});
    const rehearsal = new Rehearsal();
    expect(decided({ rehearsal })).toEqual(plain);
    expect(decided({ rehearsal, allowance: new SearchAllowance(true, NO_SEARCH) })).toEqual(plain);
  });

  it('are searched again where the stock is another one', () => {
    const rehearsal = new Rehearsal();
    const before = decided({ rehearsal });
    expect(() => decided({ rehearsal, allowance: new SearchAllowance(true, NO_SEARCH) }, 1)).toThrow(TooHard);
    const after = decided({ rehearsal }, 1);
    expect(after).toEqual(decided({}, 1));
    expect(after).not.toEqual(before);
  });
});
