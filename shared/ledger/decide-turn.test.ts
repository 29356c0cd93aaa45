import { describe, expect, it } from 'vitest';
import { ledgerInMemory } from '../../scripts/demo/ledger-in-memory.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { aConfiguration } from '../testing/engine-builders.ts';
import { hardOrders, WAREHOUSES } from '../testing/hard-orders.ts';
import { anOrder } from '../testing/routing-fixture.ts';
import { decideOrders, decideTurn } from './decide-turn.ts';
import { SearchAllowance, TooHard } from './search-allowance.ts';

const configuration = aConfiguration({
  warehouses: Array.from({ length: WAREHOUSES }, () => ({})),
  settings: { max_shipments: null },
});
const { orders, stock } = hardOrders(2);

const EASY = 'EASY';

/** A ledger with the stock of the orders, and five units of an easy SKU. */
function aLedger() {
  const units = new Map([...stock, [EASY, [5, ...Array(WAREHOUSES - 1).fill(0)]]]);
  return ledgerInMemory({
    configuration,
    stock: new Map([...units].map(([sku, quantity]) => [sku, { quantity, reserved: quantity.map(() => 0) }])),
  });
}

const lanes = configuration.warehouses.map((_, position) => ({
  transit_days: position + 1,
  distance_miles: null,
  source: 'test',
}));
const destinations = new Map([[orders[0]!.destination_zip, { zip: '60614', lanes }]]);

const NO_SEARCH = 0;

describe('hard orders', () => {
  it('are refused where their searches may not be made', () => {
    const decided = (mostWork?: number) =>
      decideOrders(aLedger(), { orders, destinations }, { allowance: new SearchAllowance(true, mostWork) });
    expect(decided(NO_SEARCH)).toBeInstanceOf(TooHard);
    expect(decided()).not.toBeInstanceOf(TooHard);
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
