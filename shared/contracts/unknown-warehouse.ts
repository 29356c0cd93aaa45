import { AppError } from '../foundation/errors/app-error.ts';

/** The most unknown warehouses that a refusal names. */
export const MAX_UNKNOWN_NAMED = 20;

/** The 400 of a request that names unknown warehouses: `names`, as the caller wrote them. `advice` says what to do. */
export function unknownWarehouses(names: readonly string[], advice: string): AppError {
  const shown = names.slice(0, MAX_UNKNOWN_NAMED).join(', ');
  const more = names.length > MAX_UNKNOWN_NAMED ? ' and more' : '';
  const id = names.length === 1 ? 'ID' : 'IDs';
  return new AppError('unknown_warehouse', `Unknown Warehouse ${id} ${shown}${more}. ${advice}`);
}
