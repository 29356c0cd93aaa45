import { inSnapshot } from '../db/transaction.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { refuseGone } from '../inventory/ledger-mutex.ts';
import { AvailabilityView } from './availability-view.ts';
import { loadAvailability } from './load-availability.ts';
import type { PreparedRun, RoutingDeps } from './prepared-run.ts';
import { Rehearsal, type RunSearches } from './rehearsal.ts';
import { TooHard } from './search-allowance.ts';

/** How often orders are rehearsed if others change the stock. After that the ledger is locked as long as it takes. */
const REHEARSALS = 3;

/**
 * Routes a run by `route`. If its searches would keep the ledger locked for long, its orders are decided on a snapshot
 * first, without the lock. Under the lock, an order is searched again only if others changed its stock meanwhile.
 * The decisions are the same either way. Throws what `route` throws; AppError bad_request if the caller has gone away.
 */
export async function rehearsingHard<T>(
  deps: RoutingDeps,
  run: PreparedRun<T>,
  route: (searches: RunSearches) => Promise<T>,
): Promise<T> {
  let rehearsal: Rehearsal | null = null;
  for (let time = 0; time < REHEARSALS; time++) {
    try {
      return await route({ mostWork: ORDER_WORK, rehearsal });
    } catch (error) {
      if (!(error instanceof TooHard)) throw error;
    }
    refuseGone(run.wait.signal);
    rehearsal ??= new Rehearsal();
    await rehearse(deps, run, rehearsal);
  }
  return route({ rehearsal });
}

async function rehearse(
  { db }: RoutingDeps,
  { principal, request, configuration, mode, destinations }: PreparedRun,
  rehearsal: Rehearsal,
): Promise<void> {
  const context = { ledger_id: principal.ledger_id, pinned_by: null, configuration, mode };
  const availability = await inSnapshot(db.pool, (tx) => loadAvailability(tx, context, request.orders));
  new AvailabilityView(context, availability).decide(request.orders, destinations, { rehearsal });
}
