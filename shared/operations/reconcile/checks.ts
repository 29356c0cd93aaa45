import { activeUnits, COUNTED, countedPairs, currentStock, eachStatus, RUN_COUNTS } from './active-units.ts';

/** One rule for the data of a ledger. */
export interface Check {
  /** Stable name of the rule. */
  readonly name: string;
  /** The rule in words. */
  readonly rule: string;
  /** Set if `repair` can correct data that breaks the rule. */
  readonly repairable?: true;
  /**
   * SQL that returns a row for each place that breaks the rule: `(ledger_id, what, expected, found)`. It reads the
   * ledgers from `checked`. Its `complete_since` is the time since which no run was removed by age; null: never.
   */
  readonly sql: string;
}

/** Runs of which retention has removed nothing: all of their orders, decisions and chunks must exist. */
const WHOLE_RUNS = `
  SELECT r.* FROM checked l JOIN runs r ON r.ledger_id = l.ledger_id
  WHERE r.created_at >= coalesce(l.complete_since, '-infinity')`;

/** The counts of an hour are removed after 400 days (shared/operations/retention). */
const COUNTED_DAYS = 399;

/**
 * The rules that data must meet. Each is one statement. PostgreSQL evaluates it in memory that does not grow with the
 * data (`work_mem`), and all statements run on one snapshot of the database.
 */
export const CHECKS: readonly Check[] = [
  {
    name: 'reserved_units',
    rule: 'The reserved units of a SKU and warehouse are those of its active reservations.',
    repairable: true,
    sql: `
      SELECT ledger_id, format('reserved units of %s at %s', sku, coalesce(w.warehouse_id, 'warehouse ' || warehouse)) AS what,
             coalesce(units, 0) AS expected, coalesce(reserved, 0) AS found
      FROM (SELECT ledger_id, sku, warehouse_id AS warehouse, reserved FROM (${currentStock('checked')}) AS s) AS stock
      FULL JOIN (SELECT ledger_id, sku, warehouse_id AS warehouse, units FROM (${activeUnits('checked')}) AS a) AS active
        USING (ledger_id, sku, warehouse)
      LEFT JOIN warehouses w ON w.id = warehouse
      WHERE coalesce(units, 0) <> coalesce(reserved, 0)`,
  },
  {
    name: 'oversold_units',
    rule: 'No more units are reserved than there are, unless a count or a change left fewer.',
    sql: `
      SELECT s.ledger_id, format('free units of %s at %s', s.sku, w.warehouse_id) AS what, 0 AS expected, s.free AS found
      FROM (${currentStock('checked')}) AS s JOIN warehouses w ON w.id = s.warehouse_id
      WHERE s.free < 0 AND NOT s.is_short`,
  },
  {
    name: 'counted_quantities',
    rule: 'A pair has what was counted last, and all that happened later.',
    sql: `
      SELECT p.ledger_id, format('units of %s at %s', p.sku, w.warehouse_id) AS what, p.expected, p.found
      FROM (${countedPairs('checked')}) AS p JOIN warehouses w ON w.id = p.warehouse_id
      WHERE p.expected <> p.found`,
  },
  {
    name: 'one_reservation_an_order',
    rule: 'At most one decision on an order ID has reserved units.',
    sql: `
      SELECT d.ledger_id, format('decisions with reserved units of order %s', o.order_id) AS what, 1 AS expected, count(*) AS found
      FROM checked l
      JOIN decisions d ON d.ledger_id = l.ledger_id AND d.reservation_epoch = l.stock_epoch
      JOIN orders o ON o.id = d.id
      GROUP BY d.ledger_id, o.order_id HAVING count(*) > 1`,
  },
  {
    name: 'one_latest_decision_an_order',
    rule: 'Of the decisions on an order ID, exactly one is not replaced by another.',
    // Retention may have removed a later decision.
    sql: `
      SELECT l.ledger_id, format('latest decisions of order %s', o.order_id) AS what, 1 AS expected,
             count(*) FILTER (WHERE d.state <> 'replaced') AS found
      FROM checked l
      JOIN decisions d ON d.ledger_id = l.ledger_id
      JOIN orders o ON o.id = d.id
      GROUP BY l.ledger_id, l.complete_since, o.order_id
      HAVING count(*) FILTER (WHERE d.state <> 'replaced') > 1
        OR l.complete_since IS NULL AND count(*) FILTER (WHERE d.state <> 'replaced') = 0`,
  },
  {
    name: 'no_units_of_ended_orders',
    rule: 'An order that was released, or whose shipments have left, reserves nothing.',
    sql: `
      SELECT l.ledger_id, format('decision %s, which is %s', d.id, d.state) AS what, NULL::bigint AS expected,
             d.reservation_epoch AS found
      FROM checked l
      JOIN decisions d ON d.ledger_id = l.ledger_id AND d.reservation_epoch = l.stock_epoch
      WHERE d.state IN ('released', 'left', 'expired')`,
  },
  {
    name: 'stock_epochs',
    rule: 'Nothing is reserved in a stock epoch that has not begun.',
    sql: `
      SELECT l.ledger_id, format('stock epoch of SKU %s', s.sku) AS what, l.stock_epoch AS expected, s.reserved_epoch AS found
      FROM checked l JOIN stock s ON s.ledger_id = l.ledger_id AND s.version = l.stock_version
      WHERE s.reserved_epoch > l.stock_epoch
      UNION ALL
      SELECT l.ledger_id, format('stock epoch of decision %s', d.id), l.stock_epoch, d.reservation_epoch
      FROM checked l JOIN decisions d ON d.ledger_id = l.ledger_id
      WHERE d.reservation_epoch > l.stock_epoch`,
  },
  {
    name: 'run_counts',
    rule: 'The counts of a run are those of its decisions.',
    repairable: true,
    sql: `
      SELECT r.ledger_id, format('%s of run %s', counts.name, r.id) AS what, counts.expected, counts.found
      FROM (${WHOLE_RUNS}) AS r
      LEFT JOIN (
        SELECT d.run_id, ${COUNTED}
        FROM checked l JOIN decisions d ON d.ledger_id = l.ledger_id GROUP BY 1
      ) AS d ON d.run_id = r.id
      CROSS JOIN LATERAL (
        VALUES ${RUN_COUNTS.map((name) => `('${name}', coalesce(d.${name}, 0), r.${name})`).join(', ')}
      ) AS counts (name, expected, found)
      WHERE counts.expected <> counts.found`,
  },
  {
    name: 'completed_runs',
    rule: 'A completed run has routed all of its orders but those that it left out.',
    sql: `
      SELECT r.ledger_id, format('orders_routed of the completed run %s', r.id) AS what,
             r.orders_total - r.orders_superseded - r.orders_unchanged AS expected, r.orders_routed AS found
      FROM (${WHOLE_RUNS}) AS r
      WHERE r.status = 'completed' AND r.orders_routed + r.orders_superseded + r.orders_unchanged <> r.orders_total`,
  },
  {
    name: 'run_chunks',
    rule: 'The chunks of a run have all of its orders, and those that are scored have its scored ones.',
    // A managed run that ended before it was accepted has no chunks any more, but still has the count of its orders.
    sql: `
      SELECT r.ledger_id, format('%s of run %s', counts.name, r.id) AS what, counts.expected, counts.found
      FROM (${WHOLE_RUNS}) AS r
      LEFT JOIN (
        SELECT c.run_id, sum(c.orders) AS orders, sum(c.orders) FILTER (WHERE c.scored_at IS NOT NULL) AS scored
        FROM checked l JOIN runs r ON r.ledger_id = l.ledger_id JOIN run_chunks c ON c.run_id = r.id GROUP BY 1
      ) AS c ON c.run_id = r.id
      CROSS JOIN LATERAL (VALUES
        ('orders in the chunks', r.orders_total::bigint, coalesce(c.orders, 0)),
        ('orders in scored chunks', CASE WHEN r.kind = 'managed' THEN r.orders_scored END::bigint, coalesce(c.scored, 0))
      ) AS counts (name, expected, found)
      WHERE counts.expected <> counts.found
        AND NOT (r.kind = 'managed' AND r.phase = 'done' AND r.status <> 'completed' AND c.run_id IS NULL)`,
  },
  {
    name: 'chunk_ranges',
    rule: 'No order ID number is in two chunks.',
    sql: `
      SELECT ledger_id, format('first order of chunk %s of run %s', chunk, run_id) AS what, earliest AS expected,
             first_id AS found
      FROM (
        SELECT r.ledger_id, c.run_id, c.chunk, c.first_id,
               lag(c.first_id + c.orders) OVER (ORDER BY c.first_id, c.run_id, c.chunk) AS earliest
        FROM checked l JOIN runs r ON r.ledger_id = l.ledger_id JOIN run_chunks c ON c.run_id = r.id
      ) AS chunks
      WHERE first_id < earliest`,
  },
  {
    name: 'orders_and_decisions',
    rule: 'Every order is in a chunk of its run, and is decided or left out by it once it is completed.',
    sql: `
      SELECT ledger_id, coalesce(fault || ' of run ' || run_id, fault) AS what, 0 AS expected, count(*) AS found
      FROM (
        SELECT coalesce(p.ledger_id, o.ledger_id, d.ledger_id) AS ledger_id, coalesce(p.run_id, d.run_id) AS run_id,
               CASE WHEN p.id IS NULL AND o.id IS NOT NULL THEN 'orders in no chunk'
                    WHEN p.id IS NULL THEN 'decisions without an order or chunk'
                    WHEN o.id IS NULL AND d.id IS NOT NULL THEN 'decisions without an order'
                    WHEN o.id IS NULL AND p.is_whole AND p.unchanged = 0 THEN 'orders that are lost'
                    WHEN o.id IS NOT NULL AND d.id IS NULL AND s.id IS NULL AND p.is_whole AND p.status = 'completed'
                      THEN 'orders without a decision'
                    WHEN d.id IS NOT NULL AND s.id IS NOT NULL THEN 'decisions on orders that were left out'
                    WHEN d.run_id <> p.run_id THEN 'decisions of another run on orders'
                    WHEN o.ledger_id <> p.ledger_id OR d.ledger_id <> p.ledger_id THEN 'orders of another ledger'
               END AS fault
        FROM (
          SELECT c.first_id + ordinal AS id, r.id AS run_id, r.ledger_id, r.status, r.orders_unchanged AS unchanged,
                 r.created_at >= coalesce(l.complete_since, '-infinity') AS is_whole
          FROM checked l JOIN runs r ON r.ledger_id = l.ledger_id JOIN run_chunks c ON c.run_id = r.id
          CROSS JOIN LATERAL generate_series(0, c.orders - 1) AS ordinal
        ) AS p
        FULL JOIN (SELECT o.id, o.ledger_id FROM checked l JOIN orders o ON o.ledger_id = l.ledger_id) AS o ON o.id = p.id
        FULL JOIN (SELECT d.id, d.ledger_id, d.run_id FROM checked l JOIN decisions d ON d.ledger_id = l.ledger_id) AS d
          ON d.id = coalesce(p.id, o.id)
        LEFT JOIN superseded_orders s ON s.run_id = p.run_id AND s.id = p.id
      ) AS rows
      WHERE fault IS NOT NULL
      GROUP BY ledger_id, fault, run_id`,
  },
  {
    name: 'usage',
    rule: 'Usage is the live orders that were routed, and those that accepted runs still have to route.',
    // By client, not by day: the service's clock dates usage, the database's clock dates runs. Usage of runs that were
    // removed by age stays, so it may be more than the runs say.
    sql: `
      SELECT l.ledger_id, 'routed orders in usage' AS what, coalesce(counted.orders, 0) AS expected,
             coalesce(used.orders, 0) AS found
      FROM checked l
      LEFT JOIN LATERAL (SELECT sum(routed_orders) AS orders FROM usage u WHERE u.client_id = l.client_id) AS used ON true
      LEFT JOIN LATERAL (
        SELECT sum(CASE WHEN r.kind = 'sync' OR r.status = 'cancelled' THEN r.orders_routed
                        ELSE r.orders_total - r.orders_superseded - r.orders_unchanged END) AS orders
        FROM runs r
        WHERE r.ledger_id = l.ledger_id AND (r.kind = 'sync' OR r.usage_day IS NOT NULL)
      ) AS counted ON true
      WHERE l.environment = 'live'
        AND CASE WHEN l.complete_since IS NULL THEN coalesce(used.orders, 0) <> coalesce(counted.orders, 0)
                 ELSE coalesce(used.orders, 0) < coalesce(counted.orders, 0) END`,
  },
  {
    name: 'decision_hours',
    rule: 'The hours of an account count all of its decisions.',
    // By ledger, not by hour: a decision that is written at the end of an hour may be counted in the next one.
    sql: `
      SELECT l.ledger_id, format('%s decisions counted by hour', counts.status) AS what, counts.expected, counts.found
      FROM checked l
      LEFT JOIN (
        SELECT h.ledger_id, ${eachStatus((count) => `sum(${count}) AS ${count}`)}
        FROM decision_hours h GROUP BY 1
      ) AS h ON h.ledger_id = l.ledger_id
      LEFT JOIN (
        SELECT d.ledger_id, ${COUNTED},
               bool_or(d.decided_at < now() - interval '${COUNTED_DAYS} days') AS has_old
        FROM checked l JOIN decisions d ON d.ledger_id = l.ledger_id GROUP BY 1
      ) AS d ON d.ledger_id = l.ledger_id
      CROSS JOIN LATERAL (
        VALUES ${eachStatus((count, status) => `('${status}', coalesce(d.${count}, 0), coalesce(h.${count}, 0))`)}
      ) AS counts (status, expected, found)
      WHERE NOT coalesce(d.has_old, false)
        AND CASE WHEN l.complete_since IS NULL THEN counts.found <> counts.expected ELSE counts.found < counts.expected END`,
  },
  {
    name: 'taken_places',
    rule: 'The places that are taken of a warehouse and day are those that orders hold, and those of shipments that left.',
    sql: `
      SELECT ledger_id, format('places of %s on %s', coalesce(w.warehouse_id, 'warehouse ' || warehouse), day) AS what,
             coalesce(held, 0) + coalesce(left_count, 0) AS expected, coalesce(taken, 0) AS found
      FROM (
        SELECT p.ledger_id, p.warehouse_id AS warehouse, p.day, p.taken, p.left_count
        FROM checked l JOIN places_taken p ON p.ledger_id = l.ledger_id
      ) AS taken
      FULL JOIN (
        SELECT h.ledger_id, h.warehouse_id AS warehouse, h.day, count(*) AS held
        FROM checked l JOIN held_places h ON h.ledger_id = l.ledger_id GROUP BY 1, 2, 3
      ) AS held USING (ledger_id, warehouse, day)
      LEFT JOIN warehouses w ON w.id = warehouse
      WHERE day > now()::date - ${COUNTED_DAYS} AND coalesce(held, 0) + coalesce(left_count, 0) <> coalesce(taken, 0)`,
  },
  {
    name: 'idempotency_keys',
    rule: 'An Idempotency-Key leads to a run of its ledger, or to a stored answer.',
    sql: `
      SELECT k.ledger_id, format('run of the Idempotency-Key %s', k.key) AS what, NULL::bigint AS expected, k.run_id AS found
      FROM checked l
      JOIN idempotency_keys k ON k.ledger_id = l.ledger_id
      LEFT JOIN runs r ON r.id = k.run_id AND r.ledger_id = k.ledger_id
      WHERE r.id IS NULL AND (k.run_id IS NOT NULL OR k.response IS NULL)`,
  },
  {
    name: 'run_numbers',
    rule: 'The last run number of a ledger is at least that of each of its runs.',
    sql: `
      SELECT l.ledger_id, 'last run number of the ledger' AS what, max(r.client_run_number) AS expected,
             c.last_run_number AS found
      FROM checked l JOIN ledgers c ON c.id = l.ledger_id JOIN runs r ON r.ledger_id = l.ledger_id
      GROUP BY l.ledger_id, c.last_run_number
      HAVING max(r.client_run_number) > c.last_run_number`,
  },
  {
    name: 'audit_chains',
    rule: 'Each entry of an audit log continues the one before it, has its texts unless an erasure says otherwise, and the last one is where the log ends.',
    // Both environments share the log: it is reported once, with the first ledger that is checked.
    sql: `
      SELECT l.ledger_id, f.what, f.expected, f.found
      FROM (SELECT DISTINCT ON (client_id) client_id, ledger_id FROM checked ORDER BY client_id, ledger_id) AS l
      CROSS JOIN LATERAL (
        SELECT format('audit entry %s', (c.entry).id) AS what, NULL::bigint AS expected, NULL::bigint AS found
        FROM (
          SELECT e AS entry, lag(e.hash, 1, h.start_hash) OVER (ORDER BY e.number) AS previous,
                 lag(e.number, 1, h.start_number) OVER (ORDER BY e.number) AS before
          FROM audit_entries e JOIN audit_heads h ON h.client_id = e.client_id
          WHERE e.client_id = l.client_id
        ) AS c
        WHERE (c.entry).number <> c.before + 1 OR (c.entry).hash <> audit_hash(c.previous, c.entry)
          OR (c.entry).digest <> audit_digest(c.entry)
          OR (c.entry).salt IS NULL AND NOT EXISTS (
            SELECT FROM audit_entries s, jsonb_array_elements(s.changes) AS erased
            WHERE s.client_id IS NULL AND s.action = 'users.erase' AND erased ->> 'path' = 'audit_entries'
              AND erased -> 'after' @> to_jsonb((c.entry).id))
        UNION ALL
        SELECT 'last audit entry', h.number, coalesce(last.number, h.start_number)
        FROM audit_heads h LEFT JOIN LATERAL (
          SELECT e.number, e.hash FROM audit_entries e WHERE e.client_id = h.client_id ORDER BY e.number DESC LIMIT 1
        ) AS last ON true
        WHERE h.client_id = l.client_id AND h.hash <> coalesce(last.hash, h.start_hash)
      ) AS f`,
  },
];
