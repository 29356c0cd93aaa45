import { inSnapshot } from '../db/transaction.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { refuseGone } from '../inventory/ledger-turn.ts';
import { loadBooks, OpenBooks } from './decide-stored.ts';
import type { PreparedRun, RoutingDeps } from './prepared-run.ts';
import { Rehearsal } from './rehearsal.ts';
import { TooHard } from './search-allowance.ts';

/** How much a run may search under its ledger's lock, and what was decided beforehand. */
export interface RunSearches {
  readonly mostWork?: number | undefined;
  readonly rehearsal?: Rehearsal | null;
}

/** As often as others may change the stock meanwhile; after the last one the lock is held as long as it takes. */
const REHEARSALS = 3;

/**
 * Routes a run by `route`. Where its searches would hold the ledger's lock for long, its orders are decided on a snapshot
 * first, without the lock, so that under the lock only those are searched again whose stock others changed meanwhile.
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
  { principal, request, configuration, mode, destinations }: PreparedRun<unknown>,
  rehearsal: Rehearsal,
): Promise<void> {
  const context = { ledger_id: principal.ledger_id, pinned_by: null, configuration, mode };
  const books = await inSnapshot(db.pool, (tx) => loadBooks(tx, context, request.orders));
  new OpenBooks(context, books).decide(request.orders, destinations, undefined, { rehearsal });
}
