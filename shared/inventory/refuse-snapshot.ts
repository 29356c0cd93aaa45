import type { Principal } from '../accounts/principal.ts';
import { AppError } from '../errors/app-error.ts';
import { atLeast, type Extent } from '../errors/faults.ts';
import { refuseRowsOverPlan } from './plan-rows.ts';

/** Rows that a request may have (routing-service-api.md section 8). */
export const MAX_ROWS = 10_000;

/** What to do with more rows than a request takes. */
export const MORE_ROWS = 'Send them as a file to /api/v1/inventory/uploads.';

/**
 * Refuses an unvalidated snapshot for what comes before its fields: too many rows for a request (413) or for the
 * plan (402), client_id in it (400).
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

/** Throws AppError too_many_rows over the cap of a request, upload_limit over the plan's rows. */
export function refuseRows(rows: number, plan: Principal['plan'], counted: Extent = 'all'): void {
  if (rows > MAX_ROWS) {
    throw new AppError(
      'too_many_rows',
      `The request has ${atLeast(counted)}${rows} inventory rows; a request may have up to ${MAX_ROWS}. ${MORE_ROWS}`,
    );
  }
  refuseRowsOverPlan(plan, rows, counted);
}
