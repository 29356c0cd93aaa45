import { inSnapshot } from '../db/transaction.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { decideAll, type Rehearsal } from './decide-turn.ts';
import { refuseGone } from './inventory/ledger-mutex.ts';
import type { RunOutcome } from './ledger-turn.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import type { PreparedRun, RoutingDeps } from './prepared-run.ts';
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
  route: (run: PreparedRun<T>) => Promise<RunOutcome<T>>,
): Promise<RunOutcome<T>> {
  let rehearsal: Rehearsal | null = null;
  for (let time = 0; time < REHEARSALS; time++) {
    const outcome = await route({ ...run, mostWork: ORDER_WORK, rehearsal });
    if (!('refusal' in outcome && outcome.refusal instanceof TooHard)) return outcome;
    refuseGone(run.wait.signal);
    rehearsal ??= new Map();
    await rehearse(deps, run, rehearsal);
  }
  return route({ ...run, rehearsal });
}

async function rehearse({ db }: RoutingDeps, run: PreparedRun, rehearsal: Rehearsal): Promise<void> {
  const state = await inSnapshot(db.pool, (tx) => loadLedgerState(tx, run.context, run.orders));
  decideAll(state, run, rehearsal);
}
