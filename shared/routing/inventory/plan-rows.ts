import type { PlanLimits } from '../../accounts/principal.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { atLeast, type Extent } from '../../foundation/errors/faults.ts';

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
