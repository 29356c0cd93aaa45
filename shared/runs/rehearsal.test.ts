import { describe, expect, it } from 'vitest';
import { aConfiguration } from '../testing/engine-builders.ts';
import { hardOrders, WAREHOUSES } from '../testing/hard-orders.ts';
import { decideOrders, type Rehearsal, type Searches } from './decide-turn.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';
import { SearchAllowance, TooHard } from './search-allowance.ts';

const configuration = aConfiguration({
  warehouses: Array.from({ length: WAREHOUSES }, () => ({})),
  settings: { max_shipments: null },
});
const { orders, stock } = hardOrders(2);

/** Decides the orders on their stock, less some units of the last order's first SKU. */
function decided({ mostWork, rehearsal }: Searches = {}, less = 0) {
  const lesser = orders.at(-1)!.lines[0]!.sku;
  const state = ledgerInMemory({
    configuration,
    stock: new Map(
      [...stock].map(([sku, units]) => [
        sku,
        {
          quantity: units.map((each) => Math.max(0, each - (sku === lesser ? less : 0))),
          reserved: units.map(() => 0),
        },
      ]),
    ),
  });
  const lanes = configuration.warehouses.map((_, position) => ({
    transit_days: position + 1,
    distance_miles: null,
    source: 'test',
  }));
  const destinations = new Map([[orders[0]!.destination_zip, { zip: '60614', lanes }]]);
  return decideOrders(
    state,
    { orders, destinations },
    { allowance: new SearchAllowance(true, mostWork), rehearsal },
  );
}

const NO_SEARCH = 0;

describe('hard orders', () => {
  it('are refused where their searches may not be made', () => {
    expect(decided({ mostWork: NO_SEARCH })).toBeInstanceOf(TooHard);
  });

  it('are decided without a search as they were rehearsed, and as if nothing was rehearsed', () => {
    const plain = decided();
    const rehearsal: Rehearsal = new Map();
    expect(decided({ rehearsal })).toEqual(plain);
    expect(decided({ rehearsal, mostWork: NO_SEARCH })).toEqual(plain);
    expect(plain).not.toBeInstanceOf(TooHard);
  });

  it('are searched again where the stock is another one', () => {
    const rehearsal: Rehearsal = new Map();
    const before = decided({ rehearsal });
    expect(decided({ rehearsal, mostWork: NO_SEARCH }, 1)).toBeInstanceOf(TooHard);
    const after = decided({ rehearsal }, 1);
    expect(after).toEqual(decided({}, 1));
    expect(after).not.toEqual(before);
  });
});
