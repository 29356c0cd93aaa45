import type { z } from 'zod';
import type { orderCauses, orderCausesQuery } from '../../contracts/account/orders.ts';
import { amountOf } from '../../contracts/amounts.ts';
import type { Database } from '../../db/database.ts';
import { findRun } from '../run-queries.ts';
import { type OrderAt, readFoundOrders } from './found-orders.ts';
import { boundsOf, START } from './run-ranges.ts';
import { type Scan, scanDecisions } from './scan-decisions.ts';

/** Of which ledger, and of which orders. Plain data, because a thread adds up. */
type CausesAsk = z.output<typeof orderCausesQuery> & { readonly ledger_id: number };

type Causes = z.output<typeof orderCauses>;
type Cause = Causes['causes'][number];

/** The newest orders say what the causes are. */
const MAX_READ = 5000;
const EFFORT = { ms: 800, runRanges: 10_000 };

/** Orders that are read at a time, so that others are answered between. */
const ORDERS_A_READ = 250;

/** So many parts of a cause are named, and only those that make most of it. */
const MAX_NAMED = 5;
const MOST = 0.8;

/**
 * Counts why orders of a run or a period do not ship in full and on time, and which SKUs, warehouses and partners are behind
 * most of each cause. Throws AppError not_found for a run of another ledger.
 */
export async function readOrderCauses(
  { db }: { readonly db: Database },
  { ledger_id: ledgerId, routing_run_id, ...period }: CausesAsk,
): Promise<Causes> {
  const run = routing_run_id === undefined ? null : await findRun(db.pool, ledgerId, routing_run_id);
  const scan: Scan = {
    ledger_id: ledgerId,
    direction: 'newest_first',
    bounds: run === null ? await boundsOf(db.pool, ledgerId, period) : { first: run.id, last: run.id },
    period,
    filter: { issues: true, is_latest: run === null },
  };
  const tally = new CauseTally();
  let more = true;
  let read = 0;
  for await (const { found, finished } of scanDecisions(db, scan, START.newest_first, MAX_READ, EFFORT)) {
    const ids = found.slice(0, MAX_READ - read).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += ORDERS_A_READ)
      for (const order of await readFoundOrders(db, ledgerId, ids.slice(from, from + ORDERS_A_READ)))
        tally.add(order);
    read += ids.length;
    more = !finished;
    if (read >= MAX_READ) break;
  }
  return { more, causes: tally.causes() };
}

/** Counts by name, the largest first, as many as make most of all. */
function most(counts: ReadonlyMap<string, number>): [name: string, count: number][] {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const named: [string, number][] = [];
  let sum = 0;
  for (const part of [...counts].sort(([, a], [, b]) => b - a)) {
    if (sum >= MOST * total || named.length === MAX_NAMED) break;
    sum += part[1];
    named.push(part);
  }
  return named;
}

interface CauseSum {
  orders: number;
  units: number;
  cents: number;
  readonly skus: Map<string, number>;
  readonly warehouses: Map<string, number>;
  readonly partners: Map<string, number>;
}

class CauseTally {
  readonly #sums = new Map<Cause['cause'], CauseSum>();

  add({ shown, lines, decision }: OrderAt): void {
    const missing = new Map<Cause['cause'], { sku: string; quantity: number }[]>();
    for (const { sku, unfulfilled_qty, reason } of decision.unfulfilled) {
      const cause = decision.unroutable ?? reason;
      missing.set(cause, [...(missing.get(cause) ?? []), { sku, quantity: unfulfilled_qty }]);
    }
    if (missing.size === 0 && decision.unroutable !== null) missing.set(decision.unroutable, [...lines]);
    if (shown.late && decision.status !== 'NONE') missing.set('late', [...lines]);
    const values = new Map(lines.map(({ sku, unit_value }) => [sku, unit_value ?? 0]));
    for (const [cause, units] of missing) {
      const sum = this.#sumOf(cause);
      sum.orders += 1;
      for (const { sku, quantity } of units) {
        sum.units += quantity;
        sum.cents += Math.round(quantity * values.get(sku)! * 100);
        addTo(sum.skus, sku, quantity);
      }
      for (const { warehouse_id } of shown.warehouses) addTo(sum.warehouses, warehouse_id, 1);
      if (shown.partner_id !== null) addTo(sum.partners, shown.partner_id, 1);
    }
  }

  #sumOf(cause: Cause['cause']): CauseSum {
    const none = {
      orders: 0,
      units: 0,
      cents: 0,
      skus: new Map(),
      warehouses: new Map(),
      partners: new Map(),
    };
    const sum = this.#sums.get(cause) ?? none;
    this.#sums.set(cause, sum);
    return sum;
  }

  causes(): Causes['causes'] {
    return [...this.#sums]
      .map(([cause, { orders, units, cents, skus, warehouses, partners }]) => ({
        cause,
        orders,
        units,
        value: amountOf(cents)!,
        skus: most(skus).map(([sku, count]) => ({ sku, units: count })),
        warehouses: most(warehouses).map(([warehouse_id, count]) => ({ warehouse_id, orders: count })),
        partners: most(partners).map(([partner_id, count]) => ({ partner_id, orders: count })),
      }))
      .sort((a, b) => b.value - a.value || b.units - a.units);
  }
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
