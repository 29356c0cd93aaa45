import { clientQuery, type Scope } from '../../client/scope.ts';

/** Rows of a page. Each page is read from the whole account, so few large pages are better than many small ones. */
const LIMIT = 500;

interface ListSearch {
  /** What the ID or the name contains. */
  readonly q: string | undefined;
  readonly cursor: string | undefined;
}

/** The query of a page of warehouses, profiles or rules. */
export function listQuery(scope: Scope, { q, cursor }: ListSearch) {
  return { ...clientQuery(scope), limit: LIMIT, ...(q && { q }), ...(cursor && { cursor }) };
}
