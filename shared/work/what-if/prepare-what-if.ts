import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../../account/configurations.ts';
import type { WhatIfDraft } from '../../contracts/what-if.ts';
import { unprepared } from '../../db/sql.ts';
import { WINDOW_ORDERS } from '../../engine/window/batch-settings.ts';
import { improves } from '../../ledger/decide-orders.ts';
import { REQUEST_NUMBER } from '../../ledger/decisions/latest-decisions.ts';
import { isOpenSql } from '../../ledger/decisions/order-need.ts';
import { runMode } from '../../ledger/run-mode.ts';
import { ALLOCATION_BATCH_ORDERS } from '../../ledger/search-allowance.ts';
import { currentVersion, groupSql, unreserved } from '../../ledger/stock/stock-store.ts';
import { allocationOrderSql } from '../../runs/managed/plan-allocation.ts';
import { readDraft, type Sides, type WhatIf } from './what-ifs.ts';

/**
 * Orders that a step decides: whole allocation batches, so that they share their searches as in a run. A step takes some
 * sixty milliseconds. With fewer orders, reading and writing the stock would be most of it. If a side improves orders together,
 * a step decides a window.
 */
const BATCH_ORDERS = 10 * ALLOCATION_BATCH_ORDERS;

/**
 * Begins a what-if in the caller's transaction, which has locked it: chooses its orders, and copies the stock of its
 * ledger without reservations for each side. From then on nothing that happens to the ledger changes what it decides.
 */
export async function prepareWhatIf(tx: pg.PoolClient, whatIf: WhatIf, sides: Sides): Promise<void> {
  const { id, ledger_id } = whatIf;
  await tx.query(unprepared(insertBatches(whatIf, sides)));
  await tx.query(unprepared(pinStock(whatIf)));
  const { inventory = [] } = (await readDraft(tx, whatIf)) as WhatIfDraft;
  if (inventory.length > 0) await tx.query(unprepared(supposeStock(id, inventory, sides.draft)));
  const batches = sql`FROM what_if_batches WHERE what_if_id = ${id}`;
  await tx.query(
    unprepared(sql`
      UPDATE what_ifs
      SET status = 'running', started_at = clock_timestamp(), updated_at = clock_timestamp(),
          orders_total = (SELECT coalesce(sum(cardinality(baseline_ids)), 0) ${batches})
      WHERE id = ${id} AND ledger_id = ${ledger_id}`),
  );
}

/**
 * Each order ID once, as it was last decided among them, with what has shipped of it since. Orders that were released, have expired, or whose shipments have left,
 * are no demand.
 */
function insertBatches({ id, ledger_id, routing_run_id, period_from, period_to }: WhatIf, sides: Sides): Sql {
  const ofRuns =
    routing_run_id === null
      ? sql`r.created_at >= ${period_from} AND r.created_at < ${period_to}`
      : sql`r.id = ${routing_run_id}`;
  const isImproved = [sides.baseline, sides.draft].some((side) =>
    improves({ configuration: side, mode: runMode(side) }),
  );
  const size = isImproved ? WINDOW_ORDERS : BATCH_ORDERS;
  const ordinal = (side: StoredConfiguration) =>
    sql`(row_number() OVER (ORDER BY ${raw(allocationOrderSql(runMode(side).prioritised))}) - 1)`;
  const shipped = sql`jsonb_object_agg(id, shipped) FILTER (WHERE shipped IS NOT NULL) AS shipped`;
  return sql`
    INSERT INTO what_if_batches (what_if_id, batch, baseline_ids, draft_ids, shipped)
    WITH chosen AS (
      SELECT DISTINCT ON (o.order_id) o.id, o.is_vip, o.priority_level, o.order_created_at, ${shippedSince()} AS shipped
      FROM runs r
      JOIN run_chunks c ON c.run_id = r.id
      -- OFFSET 0 makes the planner scan the index once a chunk.
      CROSS JOIN LATERAL (
        SELECT id, ledger_id, order_id, is_vip, priority_level, order_created_at, sent_by FROM orders
        WHERE id >= c.first_id AND id < c.first_id + c.orders OFFSET 0
      ) AS o
      CROSS JOIN LATERAL (SELECT state, shipped FROM decisions WHERE id = o.id OFFSET 0) AS d
      WHERE r.ledger_id = ${ledger_id} AND ${ofRuns} AND ${isDemand(ledger_id)}
      ORDER BY o.order_id, d.state = 'replaced', o.id DESC
    ), placed AS (
      SELECT id, shipped, ${ordinal(sides.baseline)} AS baseline, ${ordinal(sides.draft)} AS draft FROM chosen o
    )
    SELECT ${id}::bigint, batch, b.ids, d.ids, coalesce(b.shipped, '{}') || coalesce(d.shipped, '{}')
    FROM (
      SELECT baseline / ${size}::int AS batch, array_agg(id ORDER BY baseline) AS ids, ${shipped} FROM placed GROUP BY 1
    ) AS b
    JOIN (
      SELECT draft / ${size}::int AS batch, array_agg(id ORDER BY draft) AS ids, ${shipped} FROM placed GROUP BY 1
    ) AS d USING (batch)`;
}

/** What has shipped of an order `o` with a decision `d` of a run `r` since it was last sent, by SKU; null: nothing. */
function shippedSince(): Sql {
  return sql`CASE WHEN d.shipped IS NOT NULL OR d.state = 'replaced' THEN (
    SELECT jsonb_agg(jsonb_build_object('sku', line -> 0, 'quantity', line -> 1))
    FROM (
      SELECT d.shipped
      UNION ALL
      SELECT again.shipped FROM orders later JOIN decisions again ON again.id = later.id
      WHERE d.state = 'replaced' AND later.ledger_id = o.ledger_id AND later.order_id = o.order_id AND later.id > o.id
        AND later.sent_by = coalesce(o.sent_by, ${raw(REQUEST_NUMBER)})
    ) AS decided
    CROSS JOIN LATERAL json_array_elements(decided.shipped) AS shipment
    CROSS JOIN LATERAL json_array_elements(shipment -> 2) AS line
  ) END`;
}

/** Whether an order `o` with a decision `d` has neither been released, shipped or left since, nor expired. */
function isDemand(ledgerId: number): Sql {
  return sql`(${raw(isOpenSql())} OR d.state = 'replaced' AND EXISTS (
    SELECT FROM orders later JOIN decisions latest ON latest.id = later.id
    WHERE later.ledger_id = ${ledgerId} AND later.order_id = o.order_id AND ${raw(isOpenSql('latest', 'later'))}
  ))`;
}

/** In one statement, which sees one version of the stock. */
function pinStock({ id, ledger_id }: WhatIf): Sql {
  const current = sql`WHERE ledger_id = ${ledger_id} AND version = ${currentVersion(ledger_id)}`;
  return sql`
    INSERT INTO what_if_stock (what_if_id, side, sku, warehouse_group, unit_value, unit_weight, warehouse_ids, free, reserved)
    SELECT ${id}::bigint, side, sku, coalesce(warehouse_group, 0), unit_value, unit_weight, warehouse_ids, ${unreserved()}
    FROM (
      SELECT sku, warehouse_group, unit_value, unit_weight, coalesce(warehouse_ids, '{}') AS warehouse_ids,
             coalesce(free, '{}') AS free, coalesce(reserved, '{}') AS reserved
      FROM (SELECT sku, warehouse_group, warehouse_ids, free, reserved FROM stock ${current}) AS s
      FULL JOIN (SELECT sku, unit_value, unit_weight FROM skus ${current}) AS k USING (sku)
    ) AS present
    CROSS JOIN unnest(ARRAY['baseline', 'draft']) AS side`;
}

/** Replaces the quantities of the draft's stock that it supposes. */
function supposeStock(
  id: number,
  inventory: NonNullable<WhatIfDraft['inventory']>,
  draft: StoredConfiguration,
): Sql {
  const { warehouses } = draft.configuration;
  const dbIdOf = new Map(
    warehouses.map(({ warehouse_id }, index) => [warehouse_id, draft.warehouse_db_ids[index]!]),
  );
  return sql`
    INSERT INTO what_if_stock (what_if_id, side, sku, warehouse_group, warehouse_ids, free, reserved)
    WITH supposed AS (
      SELECT * FROM unnest(
        ${inventory.map(({ sku }) => sku.trim())}::text[],
        ${inventory.map(({ warehouse_id }) => dbIdOf.get(warehouse_id.trim()))}::int[],
        ${inventory.map(({ quantity_available }) => quantity_available)}::int[]
      ) AS s (sku, warehouse, units)
    ), pinned AS (
      SELECT p.sku, u.warehouse, u.units
      FROM what_if_stock p CROSS JOIN LATERAL unnest(p.warehouse_ids, p.free) AS u (warehouse, units)
      WHERE p.what_if_id = ${id} AND p.side = 'draft' AND p.sku IN (SELECT sku FROM supposed)
        AND (p.sku, u.warehouse) NOT IN (SELECT sku, warehouse FROM supposed)
    )
    SELECT ${id}::bigint, 'draft', sku, ${raw(groupSql('warehouse'))}, array_agg(warehouse), array_agg(units), array_agg(0)
    FROM (SELECT * FROM supposed UNION ALL SELECT * FROM pinned) AS units GROUP BY 3, 4
    ON CONFLICT (what_if_id, side, sku, warehouse_group) DO UPDATE
      SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved`;
}
