import { loadConfiguration } from '../account/configurations.ts';
import { type OrderRecord, placeWithin } from '../contracts/intake/intake-record.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Database } from '../db/database.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import type { Principal } from '../identity/principal.ts';
import { runMode } from '../ledger/run-mode.ts';

const NOTHING_RESERVED = 'is only for Variant A with inventory: decisions of this account reserve nothing';
const NOT_HERE =
  'is only for single orders and batches: POST /api/v1/orders/route and POST /api/v1/orders/batch-route';

/** Why orders of an account may not be held; null: they may. */
async function refusalOf(db: Database, principal: Principal): Promise<string | null> {
  return runMode(await loadConfiguration(db, principal.configuration_id)).reserves ? null : NOTHING_RESERVED;
}

/** Throws AppError validation_failed if orders are to be held that reserve nothing. `pathOf` names an order. */
export async function refuseHolds(
  db: Database,
  principal: Principal,
  orders: readonly RoutingOrder[],
  pathOf: (index: number) => string,
): Promise<void> {
  const held = orders.flatMap(({ hold_minutes }, index) => (hold_minutes === undefined ? [] : [index]));
  if (held.length === 0) return;
  const message = await refusalOf(db, principal);
  if (message === null) return;
  const at = (index: number) => [pathOf(index), 'hold_minutes'].filter((name) => name !== '').join('.');
  throw validationFailed(held.map((index) => ({ path: at(index), message })));
}

/** The orders of a managed run, of which those that may not be held are faulty. `takes_holds`: it was sent as a batch. */
export async function withoutHolds(
  db: Database,
  principal: Principal,
  records: readonly OrderRecord[],
  takes_holds: boolean,
): Promise<readonly OrderRecord[]> {
  const isHeld = ({ value }: OrderRecord) => value?.hold_minutes !== undefined;
  if (!records.some(isHeld)) return records;
  const message = takes_holds ? await refusalOf(db, principal) : NOT_HERE;
  if (message === null) return records;
  return records.map((record) =>
    isHeld(record)
      ? { ...record, value: null, faults: [{ ...placeWithin(record.place, 'hold_minutes'), message }] }
      : record,
  );
}
