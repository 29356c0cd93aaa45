import type { z } from 'zod';
import type { orderCount, orderCountQuery } from '../../contracts/account/orders.ts';
import type { Database } from '../../db/database.ts';
import { START } from './run-ranges.ts';
import { scanDecisions } from './scan-decisions.ts';
import { findOrders } from './search-orders.ts';

/** More orders are not counted: nobody reads so long a list to its end. */
const MAX_COUNTED = 10_000;

/** A count may take somewhat longer than a page, which is shown without waiting for it. */
const A_COUNT = { ms: 500, runRanges: 10_000 };

/** Counts what `searchOrders` finds, up to 10,000 orders and for a limited time. */
export async function countOrders(
  db: Database,
  ledgerId: number,
  query: z.output<typeof orderCountQuery>,
  { most = MAX_COUNTED, effort = A_COUNT } = {},
): Promise<z.output<typeof orderCount>> {
  const sought = await findOrders(db, ledgerId, { ...query, sort: '-created_at' });
  if ('orders' in sought) return { orders: sought.orders.length, more: false };
  let orders = 0;
  let more = true;
  for await (const { found, finished } of scanDecisions(db, sought, START.newest_first, most + 1, effort)) {
    orders += found.length;
    more = !finished;
    if (orders > most) return { orders: most, more: true };
  }
  return { orders, more };
}
