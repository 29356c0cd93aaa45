import type { Queryable } from '../db/database.ts';

/** So many rules, or a fifth of it in warehouses and profiles, are read, checked and compared in some milliseconds. */
const LARGE = 500;
const SIZE_OF_OTHERS = 5;

/** Whether reading or changing the client's account takes longer than the event loop may be blocked. */
export async function isLargeAccount(db: Queryable, client_id: number): Promise<boolean> {
  const { rows } = await db.query<{ size: number }>({
    name: 'account-size',
    text: `SELECT (SELECT count(*) FROM (SELECT FROM item_controls WHERE client_id = $1 LIMIT $2) AS found)
             + $3 * (SELECT count(*) FROM warehouses WHERE client_id = $1)
             + $3 * (SELECT count(*) FROM routing_profiles WHERE client_id = $1) AS size`,
    values: [client_id, LARGE, SIZE_OF_OTHERS],
  });
  return rows[0]!.size >= LARGE;
}
