import { describe, expect, it } from 'vitest';
import { ledgerInMemory } from '../../scripts/demo/ledger-in-memory.ts';
import { decide } from '../engine/decide.ts';
import { aConfiguration } from '../testing/engine-builders.ts';
import { anOrder } from '../testing/routing-fixture.ts';

const RATES = { rates: { currency: 'USD', zones: { by: 'table' } } } as const;
const DESTINATION = { zip: '60614', lanes: [{ transit_days: 1, distance_miles: null, source: 'test' }] };
const line = { sku: 'A', quantity: 1, unit_value: 1 };
const ORDER = anOrder({ lines: [line] });
const WEIGHED = anOrder({ lines: [line, { ...line, unit_weight: 3 }] });

/** The state of a ledger with five units of A, which weigh this much. */
function aLedger(weight: number, costs: typeof RATES | object = RATES) {
  return ledgerInMemory({
    configuration: { ...aConfiguration({ warehouses: [{}] }), ...costs },
    stock: new Map([['A', { quantity: [5], reserved: [0] }]]),
    unit_weights: new Map([['A', weight]]),
  });
}

const evidenceOf = (order: typeof ORDER, ...of: Parameters<typeof aLedger>) => {
  const ledger = aLedger(...of);
  const { compiled } = ledger.context.configuration;
  const decision = decide(compiled, ledger.inputOf(order, DESTINATION));
  return ledger.storedEvidenceOf(decision, ledger.evidenceOf(order, DESTINATION));
};
describe('synced weights', () => {
  it('are what orders are decided on where the account has rates', () => {
    expect(aLedger(2).inputOf(ORDER, DESTINATION).unit_weights).toEqual(new Map([['A', 2]]));
    expect(aLedger(2, {}).inputOf(ORDER, DESTINATION)).not.toHaveProperty('unit_weights');
  });

  it('are stored with the decision', () => {
    expect([evidenceOf(ORDER, 2), evidenceOf(WEIGHED, 2), evidenceOf(ORDER, 2, {})]).toEqual([
      '{"w":[2]}',
      null,
      null,
    ]);
  });
});
