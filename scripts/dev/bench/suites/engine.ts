import { compileConfiguration } from '../../../../shared/engine/compile.ts';
import { Utf8Writer } from '../../../../shared/foundation/utf8-writer.ts';
import { decideAll } from '../../../../shared/ledger/decide-orders.ts';
import { encodeDecision } from '../../../../shared/ledger/decisions/codec.ts';
import { ledgerInMemory } from '../../../demo/ledger-in-memory.ts';
import { batchDataset, configurationOf, routingOrders } from '../dataset.ts';
import type { Suite } from '../measure.ts';
import { destinationsOf, stockOf } from '../offline-dataset.ts';

/** A round is the mean of so many passes over the batch, because one pass is shorter than a garbage collection. */
const PASSES = 5;
/** Of a decision. */
const USUAL_BYTES = 64;

/** From parsed orders to compact decisions, with known lanes, in comparison with parsing the batch's body. */
export function engineSuite(): Suite {
  const dataset = batchDataset();
  const body = JSON.stringify({ orders: dataset.orders });
  const configuration = configurationOf(dataset.account);
  // As in the service, a version of the configuration is compiled once, and remembers the rankings of destinations.
  const compiled = compileConfiguration(configuration);
  const orders = routingOrders(dataset.orders);
  const destinations = destinationsOf(dataset, configuration, orders);
  /** Decides and encodes the orders once. Milliseconds. Throws if a search stopped at its limit: that is not comparable. */
  const route = (): number => {
    const state = ledgerInMemory({
      configuration,
      compiled,
      stock: stockOf(configuration, dataset.inventory),
    });
    const started = performance.now();
    const { decisions } = decideAll(state, { orders, destinations });
    const out = new Utf8Writer(USUAL_BYTES * orders.length);
    for (let i = 0; i < orders.length; i++) out.write(encodeDecision(decisions[i]!, orders[i]!));
    const taken = performance.now() - started;
    if (out.bytes().length === 0) throw new Error('Nothing was decided.');
    const exhausted = decisions.filter((decision) => decision.budget_exhausted).length;
    if (exhausted > 0) throw new Error(`${exhausted} searches stopped at their budget.`);
    return taken;
  };
  return {
    comparisons: [
      {
        figures: [
          { case: '5,000 orders, 8 warehouses, inventory-aware', unit: 'ms', goal: 1, better: 'lower' },
        ],
        rounds: 9,
        warmUps: 4,
        ours: () => [mean(route)],
        floor: () => [mean(() => parseBatch(body))],
      },
    ],
  };
}

/** Parses a batch's body: the least work for orders as JSON. Milliseconds. */
function parseBatch(body: string): number {
  const started = performance.now();
  const { orders } = JSON.parse(body) as { orders: unknown[] };
  const taken = performance.now() - started;
  if (orders.length === 0) throw new Error('There are no orders.');
  return taken;
}

function mean(measure: () => number): number {
  let sum = 0;
  for (let pass = 0; pass < PASSES; pass++) sum += measure();
  return sum / PASSES;
}
