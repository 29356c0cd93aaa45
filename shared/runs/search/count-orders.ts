import type { z } from 'zod';
import type { orderCount, orderCountQuery } from '../../contracts/account/orders.ts';
import type { Database } from '../../db/database.ts';
import { countStatuses, type ReasonCode } from '../../ledger/status-counts.ts';
import { START } from './run-ranges.ts';
import { type ScannedDecision, scanDecisions } from './scan-decisions.ts';
import { findOrders } from './search-orders.ts';

/** Orders beyond this are not counted. */
const MAX_COUNTED = 10_000;

/** A count may take somewhat longer than a page, which is shown without waiting for it. */
const A_COUNT = { ms: 500, runRanges: 10_000 };

/** Counts what `searchOrders` finds, and how many of it are of each outcome, late or warned of: up to 10,000 orders, for a limited time. */
export async function countOrders(
  db: Database,
  ledgerId: number,
  query: z.output<typeof orderCountQuery>,
  { most = MAX_COUNTED, effort = A_COUNT } = {},
): Promise<z.output<typeof orderCount>> {
  const sought = await findOrders(db, ledgerId, { ...query, sort: '-created_at' });
  if ('orders' in sought)
    return tallyOf(
      sought.orders.map(({ shown }) => shown),
      false,
    );
  const counted: Counted[] = [];
  let more = true;
  for await (const { found, finished } of scanDecisions(db, sought, START.newest_first, most + 1, effort)) {
    counted.push(...found);
    more = !finished || counted.length > most;
    if (counted.length > most) break;
  }
  return tallyOf(counted.slice(0, most), more);
}

type Counted = Pick<ScannedDecision, 'status' | 'late' | 'warned' | 'reasons'>;

function tallyOf(counted: readonly Counted[], more: boolean): z.output<typeof orderCount> {
  return {
    orders: counted.length,
    more,
    ...countStatuses(counted),
    late: counted.filter(({ late }) => late).length,
    warned: counted.filter(({ warned }) => warned).length,
    reasons: reasonsOf(counted),
  };
}

function reasonsOf(counted: readonly Counted[]): z.output<typeof orderCount>['reasons'] {
  const orders = new Map<ReasonCode, number>();
  for (const reason of counted.flatMap(({ reasons }) => reasons))
    orders.set(reason, (orders.get(reason) ?? 0) + 1);
  return [...orders].map(([reason, orders]) => ({ reason, orders })).toSorted((a, b) => b.orders - a.orders);
}
