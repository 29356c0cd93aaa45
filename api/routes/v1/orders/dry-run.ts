import type { z } from 'zod';
import type { explainedDryRunQuery } from '../../../../shared/contracts/dry-run.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import type { DryRun } from '../../../../shared/routing/try-orders.ts';

/** The options of a dry run; null if the request is no dry run. Throws AppError incompatible_options. */
export function dryRunOf({ dry_run, explain }: z.output<typeof explainedDryRunQuery>): DryRun | null {
  if (explain && !dry_run) {
    throw new AppError('incompatible_options', 'explain=true is allowed only with dry_run=true.');
  }
  return dry_run ? { explain } : null;
}
