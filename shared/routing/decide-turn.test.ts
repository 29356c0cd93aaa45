import { describe, expect, it } from 'vitest';
import { ledgerInMemory } from '../../scripts/demo/ledger-in-memory.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { aConfiguration } from '../testing/engine-builders.ts';
import { hardOrders, WAREHOUSES } from '../testing/hard-orders.ts';
import { anOrder } from '../testing/routing-fixture.ts';
import { decideOrders, decideTurn, type Rehearsal, type Searches } from './decide-turn.ts';
import { SearchAllowance, TooHard } from './search-allowance.ts';

const configuration = aConfiguration({
  warehouses: Array.from({ length: WAREHOUSES }, () => ({})),
  settings: { max_shipments: null },
});
const { orders, stock } = hardOrders(2);

const EASY = 'EASY';

/** A ledger with the stock of the orders, less some units of the last order's first SKU, and five units of an easy SKU. */
function aLedger(less = 0) {
  const lesser = orders.at(-1)!.lines[0]!.sku;
  const units = new Map([...stock, [EASY, [5, ...Array(WAREHOUSES - 1).fill(0)]]]);
  return ledgerInMemory({
    configuration,
    stock: new Map(
      [...units].map(([sku, quantity]) => [
        sku,
        {
          quantity: quantity.map((each) => Math.max(0, each - (sku === lesser ? less : 0))),
          reserved: quantity.map(() => 0),
        },
      ]),
    ),
  });
}

const lanes = configuration.warehouses.map((_, position) => ({
  transit_days: position + 1,
  distance_miles: null,
  source: 'test',
}));
const destinations = new Map([[orders[0]!.destination_zip, { zip: '60614', lanes }]]);

/** Decides the orders on their stock. */
function decided({ mostWork, rehearsal }: Searches = {}, less = 0) {
  const allowance = new SearchAllowance(true, mostWork);
  return decideOrders(aLedger(less), { orders, destinations }, { allowance, rehearsal });
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

describe('a run that is too hard', () => {
  const gate = { refusalOf: () => null, admit: () => {} };
  const easy = (quantity: number) =>
    anOrder({ destination_zip: '60614', lines: [{ sku: EASY, quantity, unit_value: 1 }] });
  const run = (...its: RoutingOrder[]) => ({ orders: its, destinations, mostWork: NO_SEARCH });
  const [first, last] = [run(easy(2)), run(easy(3))];

  it('leaves no trace: those behind it are decided as without it', () => {
    const runs = [first, run(easy(3), orders[0]!), last];
    const limits = { gate, mostWork: Number.POSITIVE_INFINITY };
    const [one, hard, other] = decideTurn(aLedger(), runs, limits);
    expect(hard).toBeInstanceOf(TooHard);
    expect([one, other]).toEqual(decideTurn(aLedger(), [first, last], limits));
    expect(other).toMatchObject({ decisions: [{ status: 'FULL' }] });
  });

  it('is not begun once the turn has done its work', () => {
    const searching = { ...run(orders[0]!), mostWork: undefined };
    expect(decideTurn(aLedger(), [searching, last], { gate, mostWork: 1 })).toHaveLength(1);
  });
});
