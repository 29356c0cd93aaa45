import { AppError } from '../../foundation/errors/app-error.ts';
import { atLeast, type Extent } from '../../foundation/errors/faults.ts';
import type { PlanLimits, Principal } from '../../identity/principal.ts';

/** The most rows of a request (docs/reference/limits.md). */
export const MAX_ROWS = 10_000;

/** What to do with more rows. */
export const MORE_ROWS = 'Send them as a file to /api/v1/inventory/uploads.';

/**
 * Refuses a snapshot before it is validated: for a client_id in it (400), and for too many rows for a request (413) or
 * for the plan (402).
 */
export function refuseSnapshot(body: unknown, plan: Principal['plan']): void {
  if (typeof body !== 'object' || body === null) return;
  const { client_id, inventory } = body as Record<string, unknown>;
  if (client_id !== undefined) throw new AppError('client_id_in_body');
  if (!Array.isArray(inventory)) return;
  refuseRows(inventory.length, plan);
  const row = inventory.findIndex((sent: { client_id?: unknown } | null) => sent?.client_id !== undefined);
  if (row >= 0)
    throw new AppError(
      'client_id_in_body',
      `inventory[${row}]: Do not send client_id: the client is resolved from the API key.`,
    );
}

/** Throws AppError too_many_rows if a request has too many rows, upload_limit if the plan does not allow so many. */
export function refuseRows(rows: number, plan: Principal['plan'], counted: Extent = 'all'): void {
  if (rows > MAX_ROWS) {
    throw new AppError(
      'too_many_rows',
      `The request has ${atLeast(counted)}${rows} inventory rows; a request may have up to ${MAX_ROWS}. ${MORE_ROWS}`,
    );
  }
  refuseRowsOverPlan(plan, rows, counted);
}

/**
 * Throws AppError upload_limit if an upload has more rows than the plan allows (docs/reference/limits.md).
 * `counted` says whether `rows` counts all rows or those read so far.
 */
export function refuseRowsOverPlan(
  plan: Pick<PlanLimits, 'code' | 'inventory_rows_limit'>,
  rows: number,
  counted: Extent = 'all',
): void {
  const limit = plan.inventory_rows_limit;
  if (limit === null || rows <= limit) return;
  throw new AppError(
    'upload_limit',
    `The upload has ${atLeast(counted)}${rows} inventory rows; the ${plan.code} plan allows ` +
      `${limit} per upload.`,
  );
}
