-- One way to keep stock: every pair has a count, and what orders reserve is written by pair, in every ledger from its first
-- row on. Before, a ledger did so from its first counted sync, change, shipment or hold on (is_tracked).

-- Foreign keys cost more than half of each row of these. Whoever deletes a ledger deletes its rows.
ALTER TABLE stock_entries DROP CONSTRAINT stock_entries_ledger_id_fkey;
ALTER TABLE counted_stock DROP CONSTRAINT counted_stock_ledger_id_fkey;
ALTER TABLE reserved_units DROP CONSTRAINT reserved_units_ledger_id_fkey;
CREATE OR REPLACE FUNCTION delete_stock_of_ledger() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "stock" WHERE "ledger_id" = OLD."id";
  DELETE FROM "skus" WHERE "ledger_id" = OLD."id";
  DELETE FROM "stock_entries" WHERE "ledger_id" = OLD."id";
  DELETE FROM "counted_stock" WHERE "ledger_id" = OLD."id";
  DELETE FROM "reserved_units" WHERE "ledger_id" = OLD."id";
  RETURN NULL;
END $$;

-- The history of a pair, newest first, and what is later than a count.
DROP INDEX stock_entries_ledger_id_sku_warehouse_id_id_idx;
CREATE INDEX stock_entries_ledger_id_sku_warehouse_id_left_at_id_idx ON stock_entries (ledger_id, sku, warehouse_id, left_at, id);

-- What orders of ledgers that were not tracked have reserved.
INSERT INTO reserved_units (ledger_id, sku, warehouse_id, decision_id, quantity)
SELECT l.id, o.lines -> (a.value ->> 0)::int ->> 0, c.warehouse_db_ids[(a.value ->> 1)::int + 1], d.id,
       sum((a.value ->> 2)::int)::int
FROM ledgers l
JOIN decisions d ON d.ledger_id = l.id AND d.reservation_epoch = l.stock_epoch
JOIN orders o ON o.id = d.id
JOIN runs r ON r.id = d.run_id
JOIN configurations c ON c.id = r.configuration_id
CROSS JOIN LATERAL json_array_elements(d.data -> 'allocations') AS a(value)
WHERE NOT l.is_tracked
GROUP BY 1, 2, 3, 4;

-- Versions of uploads that are over: their pairs have no counts.
DELETE FROM stock s USING ledgers l WHERE l.id = s.ledger_id AND s.version <> l.stock_version;
DELETE FROM skus s USING ledgers l WHERE l.id = s.ledger_id AND s.version <> l.stock_version;

-- By pair, the last sync that sent it: its moment is that of the pair's count. A count keeps the moment that it has. What
-- was never counted so far has its present quantity as its count, without the units that were reserved before the
-- warehouse's stock was cleared.
CREATE TEMPORARY TABLE fed ON COMMIT DROP AS
SELECT f.ledger_id, f.warehouse_id, each.sku, max(coalesce(each.reported_by, f.reported_by[1])) AS reported_by
FROM stock_feeds f CROSS JOIN LATERAL unnest(f.skus, f.reported_by) AS each (sku, reported_by)
GROUP BY 1, 2, 3;
ANALYZE fed;

-- A count or a change may leave less than is reserved, and only they say so: an order cannot.
ALTER TABLE stock DROP CONSTRAINT stock_never_oversold;
ALTER TABLE stock ADD COLUMN is_short BOOLEAN NOT NULL DEFAULT false;
UPDATE stock s SET counts = counted.counts, is_short = 0 > ANY (s.free)
FROM (
  SELECT p.ledger_id, p.version, p.sku,
         json_agg(json_build_array(
           coalesce((p.count ->> 0)::int, p.quantity), (p.count ->> 1)::float8,
           CASE WHEN p.count IS NULL THEN floor(extract(epoch FROM c.cleared_at) * 1000)::float8 + 1 ELSE (p.count ->> 2)::float8 END,
           coalesce((p.count ->> 3)::int, 0), coalesce((p.count ->> 4)::int, 0),
           greatest(p.run_id, w.reported_by, fed.reported_by)
         ) ORDER BY p.place) AS counts
  FROM (
    SELECT s.ledger_id, s.version, s.sku, u.warehouse_id, u.free + u.reserved AS quantity, u.run_id, u.place,
           s.counts -> (u.place - 1)::int AS count
    FROM stock s
    CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved, s.ingest_run_ids) WITH ORDINALITY
      AS u (warehouse_id, free, reserved, run_id, place)
  ) AS p
  LEFT JOIN stock_warehouses w ON w.ledger_id = p.ledger_id AND w.warehouse_id = p.warehouse_id
  LEFT JOIN fed ON fed.ledger_id = p.ledger_id AND fed.warehouse_id = p.warehouse_id AND fed.sku = p.sku
  LEFT JOIN ledgers l ON l.id = p.ledger_id
  LEFT JOIN cleared_stock c ON c.ledger_id = p.ledger_id AND c.warehouse_id = p.warehouse_id AND c.stock_epoch = l.stock_epoch
  GROUP BY 1, 2, 3
) AS counted
WHERE s.ledger_id = counted.ledger_id AND s.version = counted.version AND s.sku = counted.sku;
-- A SKU whose warehouses have all gone
UPDATE stock SET counts = '[]' WHERE counts IS NULL;
ALTER TABLE stock ALTER COLUMN counts SET NOT NULL;
ALTER TABLE stock ADD CONSTRAINT stock_never_oversold CHECK ((is_short OR 0 <= ALL (free)) AND 0 <= ALL (reserved));
CREATE INDEX stock_short_idx ON stock (ledger_id, version, sku) WHERE is_short;

-- Current stock, a row for each SKU and warehouse.
CREATE OR REPLACE VIEW inventory AS
SELECT s.ledger_id, s.version, s.sku, u.warehouse_id, u.free + u.reserved AS quantity, u.reserved,
       s.reserved_epoch, u.ingest_run_id, (s.counts -> (u.place - 1)::int ->> 5)::bigint AS counted_by
FROM stock s
JOIN ledgers l ON l.id = s.ledger_id AND l.stock_version = s.version
CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved, s.ingest_run_ids) WITH ORDINALITY
  AS u (warehouse_id, free, reserved, ingest_run_id, place);

DROP TABLE stock_feeds;
DROP TABLE stock_warehouses;
ALTER TABLE ledgers DROP COLUMN is_tracked;
