import type { Database } from '../db/database.ts';

/** Counts a ledger's decisions by reading all of them, by the stored form alone. */
export async function scanDecisions(db: Database, ledgerId: number): Promise<object> {
  const { rows } = await db.pool.query<{ counts: object }>(
    `WITH decided AS (
       SELECT d.id, d.status, d.data,
              d.data -> 'warnings' IS NOT NULL AND NOT (d.status = 'NONE' AND d.data -> 'blocked' IS NOT NULL) AS warned,
              (SELECT sum((l ->> 1)::int) FROM json_array_elements(o.lines) AS l) AS ordered,
              (SELECT coalesce(sum((a ->> 2)::int), 0) FROM json_array_elements(d.data -> 'allocations') AS a) AS shipped,
              (SELECT count(DISTINCT a ->> 1) FROM json_array_elements(d.data -> 'allocations') AS a) AS shipments
       FROM decisions d JOIN orders o USING (id) WHERE d.ledger_id = $1
     ), reasons AS (
       SELECT id, status, data ->> 'unroutable' AS code FROM decided WHERE status = 'NONE'
       UNION
       SELECT id, status, code FROM decided,
         LATERAL (
           SELECT json_array_elements_text(data -> 'unfulfilled') AS code WHERE json_typeof(data -> 'unfulfilled') = 'array'
           UNION
           SELECT coalesce(data ->> 'unfulfilled', 'insufficient_inventory') WHERE json_typeof(data -> 'unfulfilled') IS DISTINCT FROM 'array'
         ) AS codes
       WHERE status IN ('PARTIAL', 'PARTIAL_SPLIT')
     )
     SELECT json_build_object(
       'full', count(*) FILTER (WHERE status = 'FULL'), 'split', count(*) FILTER (WHERE status = 'SPLIT'),
       'partial', count(*) FILTER (WHERE status = 'PARTIAL'),
       'partial_split', count(*) FILTER (WHERE status = 'PARTIAL_SPLIT'),
       'none', count(*) FILTER (WHERE status = 'NONE'), 'warned', count(*) FILTER (WHERE warned),
       'ordered', coalesce(sum(ordered), 0), 'shipped', coalesce(sum(shipped), 0),
       'shipments', coalesce(sum(shipments), 0),
       'reasons', coalesce((SELECT json_object_agg(key, n) FROM (
           SELECT status || ' ' || code AS key, count(*) AS n FROM reasons GROUP BY 1) AS r), '{}')) AS counts
     FROM decided`,
    [ledgerId],
  );
  return rows[0]!.counts;
}
