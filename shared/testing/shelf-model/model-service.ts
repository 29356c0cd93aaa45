import { pairOf, type Units } from './facts.ts';
import type { ShelfLedger } from './shelf-ledger.ts';
import type { Decided, StockService } from './shop.ts';
import { WAREHOUSES } from './steps.ts';

/** A service that only follows the rules: it promises what may be promised, on a clock of its own, and answers nothing else. */
export function modelService(ledger: () => ShelfLedger): StockService {
  let now = 0;
  const decide = (order: string, lines: ReadonlyMap<string, number>): Decided => {
    const units = new Map<string, number>();
    for (const [sku, wanted] of lines) {
      let missing = wanted;
      for (const pair of WAREHOUSES.map((warehouse) => pairOf(sku, warehouse))) {
        const { quantity, reserved } = ledger().read(pair);
        const own = ledger().activeOf(order).get(pair) ?? 0; // it is free again for the same order
        const count = Math.min(missing, Math.max(0, quantity - reserved + own));
        if (count > 0) units.set(pair, count);
        missing -= count;
      }
    }
    return { moment: now, units };
  };
  return {
    nextMoment: async () => ++now,
    moment: async () => now,
    set: async () => {},
    route: async (order, lines) => decide(order, lines),
    reroute: async (order) => decide(order, linesOf(ledger().remaining(order))),
    release: async () => now,
    count: async () => ({ moment: now, check: () => {} }),
    change: async () => {},
    shipped: async () => {},
    repeat: async () => {},
    tryOut: async () => {},
  };
}

/** Units by SKU. */
function linesOf(units: Units): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [pair, count] of units) {
    const sku = pair.split(' ')[0]!;
    lines.set(sku, (lines.get(sku) ?? 0) + count);
  }
  return lines;
}
