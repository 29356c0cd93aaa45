import { AppError, type Fault } from './app-error.ts';
import './zod-sentences.ts'; // sets the sentences of zod's issues

/** The most faults that an answer lists, because a body may have many thousands. */
export const MAX_FAULTS_SHOWN = 100;

/** A place in a body as a path: `orders[3].lines[0].quantity`. */
export function faultPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/** Joins the path of a part and a path within that part. An empty path means the whole. */
export function pathWithin(outer: string, inner: string): string {
  return outer === '' || inner === '' ? outer + inner : `${outer}.${inner}`;
}

/** Issues in zod's shape as faults. An issue with the whole `part` has its name as path. */
export function faultsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  part = 'body',
): Fault[] {
  return issues.map((issue) => ({ path: faultPath(issue.path) || part, message: issue.message }));
}

/** Whether all were counted, or reading ended early because there were enough for the answer. */
export type Extent = 'all' | 'so far';

/** The words before a number of faults, orders or rows if there may be more. */
export function atLeast(counted: Extent): string {
  return counted === 'all' ? '' : 'at least ';
}

/** The 422 for faults in a request's body, query or path. The detail names the first fault and counts the others. */
export function validationFailed(faults: readonly Fault[], part = 'body', counted: Extent = 'all'): AppError {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${atLeast(counted)}${faults.length - 1} more)` : '';
  const where = first === undefined ? '' : `: ${first.path}: ${first.message}${more}`;
  return new AppError('validation_failed', `The request ${part} failed validation${where}`, {
    faults: faults.slice(0, MAX_FAULTS_SHOWN),
  });
}
