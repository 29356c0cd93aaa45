import { AppError, type Fault } from './app-error.ts';

/** Faults an answer lists at most: a body may hold many thousands. */
export const MAX_FAULTS_SHOWN = 100;

/** A place in a body as a caller would write it: `orders[3].lines[0].quantity`. */
export function faultPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/** Validation issues (zod's shape) as faults; one on the whole `part` has its name as path. */
export function faultsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  part = 'body',
): Fault[] {
  return issues.map((issue) => ({ path: faultPath(issue.path) || part, message: issue.message }));
}

/**
 * The 422 of faults in a request's body, query or path; the detail names the first. `total` is how many there
 * are where `faults` are only the first of them.
 */
export function validationFailed(
  faults: readonly Fault[],
  part = 'body',
  total: number = faults.length,
): AppError {
  const [first] = faults;
  const more = total > 1 ? ` (and ${total - 1} more)` : '';
  const where = first === undefined ? '' : `: ${first.path}: ${first.message}${more}`;
  return new AppError('validation_failed', `The request ${part} failed validation${where}`, {
    faults: faults.slice(0, MAX_FAULTS_SHOWN),
  });
}
