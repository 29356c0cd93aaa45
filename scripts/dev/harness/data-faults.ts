import type { Database } from '../../../shared/db/database.ts';
import { reconcile } from '../../../shared/operations/reconcile/reconcile.ts';

/** What is wrong in the database of a service that has no work left: data that does not add up, and runs without an end. */
export async function faultsOfData(db: Database): Promise<string[]> {
  await db.pool.query('ANALYZE'); // rows that were written in bulk have no statistics yet
  const { differences, differences_total } = await reconcile(db);
  const { rows } = await db.pool.query<{ n: number }>(`SELECT count(*) AS n FROM runs WHERE phase <> 'done'`);
  const [first] = differences;
  const unfinished = rows[0]!.n;
  return [
    ...(first === undefined ? [] : [`${differences_total} differences, such as ${JSON.stringify(first)}`]),
    ...(unfinished === 0 ? [] : [`${unfinished} runs that are not done`]),
  ];
}
