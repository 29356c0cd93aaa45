import type { Queryable } from '../db/database.ts';

/** So many pages of warehouses, profiles and rules are read, checked and compared in some milliseconds. */
const LARGE = 6;

/**
 * Whether reading or changing the client's account takes longer than the event loop may be blocked. An account that is not
 * made yet is small.
 */
export async function isLargeAccount(db: Queryable, client_id: number): Promise<boolean> {
  const { rows } = await db.query<{ pages: number }>({
    name: 'account-size',
    text: `SELECT cardinality(v.item_controls) + cardinality(v.warehouses) + cardinality(v.profiles) AS pages
           FROM clients c JOIN configurations v ON v.id = c.configuration_id WHERE c.id = $1`,
    values: [client_id],
  });
  return rows[0] !== undefined && rows[0].pages > LARGE;
}
