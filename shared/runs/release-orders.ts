import type { BulkActionView } from '../contracts/account/bulk-actions.ts';
import type { ChosenOrders, FoundOrder } from '../contracts/account/orders.ts';
import type { Database } from '../db/database.ts';
import type { Principal } from '../identity/principal.ts';
import { releaseTogether } from '../ledger/correct-order.ts';
import { isOpen } from '../ledger/decisions/order-need.ts';
import type { LedgerDeps } from '../ledger/ledger-queues.ts';
import { searchOrders } from './search/search-orders.ts';

/** Orders that are released in one turn of the ledger. */
const ORDERS_A_TURN = 500;

type Released = BulkActionView['progress'];

/**
 * Releases the orders of a filter that are current or held, in turns of their ledger, each with its event. An order that is
 * decided again or ended meanwhile is skipped. It counts no usage. Stopped in between, what was released stays so: the same
 * request releases the rest.
 */
export async function releaseOrders(
  deps: LedgerDeps & { readonly db: Database },
  principal: Principal,
  filter: ChosenOrders,
): Promise<Released> {
  let [found, done] = [0, 0];
  for await (const page of pagesOf(deps.db, principal.ledger_id, filter)) {
    const open = page.filter(({ state }) => isOpen(state));
    found += open.length;
    if (open.length > 0) done += await releaseTogether(deps, principal, open);
  }
  return {
    phase: 'done',
    orders_found: found,
    orders_done: done,
    orders_unchanged: 0,
    orders_skipped: found - done,
    orders_failed: 0,
  };
}

/** The orders that match, in lists, newest first. */
async function* pagesOf(
  db: Database,
  ledgerId: number,
  { order_ids, ...sought }: ChosenOrders,
): AsyncGenerator<readonly FoundOrder[]> {
  const filter = { ...sought, sort: '-created_at' as const, limit: ORDERS_A_TURN };
  if (order_ids !== undefined) {
    const chosen: FoundOrder[] = [];
    for (const order_id of new Set(order_ids))
      if (filter.order_id === undefined || filter.order_id === order_id)
        chosen.push(...(await searchOrders(db, ledgerId, { ...filter, order_id })).orders);
    yield chosen;
    return;
  }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await searchOrders(db, ledgerId, { ...filter, ...(cursor && { cursor }) });
    yield page.orders;
    cursor = page.next_cursor;
  }
}
