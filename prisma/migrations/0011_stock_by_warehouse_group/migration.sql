-- A row of stock has a SKU at the warehouses of one group, 32 by their ids: what one store of a chain sends reads and writes
-- its own group, however many stores have the SKU.

CREATE TEMPORARY TABLE grouped ON COMMIT DROP AS
SELECT s.ledger_id, s.version, s.sku, u.warehouse_id / 32 AS warehouse_group, s.reserved_epoch,
       array_agg(u.warehouse_id ORDER BY u.place) AS warehouse_ids, array_agg(u.free ORDER BY u.place) AS free,
       array_agg(u.reserved ORDER BY u.place) AS reserved, array_agg(u.run_id ORDER BY u.place) AS ingest_run_ids,
       json_agg(s.counts -> (u.place - 1)::int ORDER BY u.place) AS counts, s.is_short AND bool_or(u.free < 0) AS is_short
FROM stock s
CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved, s.ingest_run_ids) WITH ORDINALITY
  AS u (warehouse_id, free, reserved, run_id, place)
GROUP BY s.ledger_id, s.version, s.sku, 4, s.reserved_epoch, s.is_short;
-- A SKU whose warehouses have all gone
INSERT INTO grouped
SELECT ledger_id, version, sku, 0, reserved_epoch, '{}', '{}', '{}', '{}', '[]', false
FROM stock WHERE cardinality(warehouse_ids) = 0;

TRUNCATE stock;
ALTER TABLE stock ADD COLUMN warehouse_group INTEGER NOT NULL;
ALTER TABLE stock DROP CONSTRAINT stock_pkey;
INSERT INTO stock (ledger_id, version, sku, warehouse_group, reserved_epoch, warehouse_ids, free, reserved, ingest_run_ids, counts, is_short)
SELECT * FROM (
  SELECT ledger_id, version, sku, warehouse_group, reserved_epoch, warehouse_ids, free, reserved, ingest_run_ids, counts, is_short
  FROM grouped ORDER BY ledger_id, version, sku, warehouse_group
) AS in_order;
ALTER TABLE stock ADD PRIMARY KEY (ledger_id, version, sku, warehouse_group);
ALTER TABLE stock ADD CONSTRAINT stock_of_group CHECK (warehouse_ids[1] / 32 = warehouse_group);

-- Stock that was pinned: one row a SKU is one group.
ALTER TABLE run_stock ADD COLUMN warehouse_group INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run_stock DROP CONSTRAINT run_stock_pkey;
ALTER TABLE run_stock ADD PRIMARY KEY (run_id, sku, warehouse_group);
ALTER TABLE what_if_stock ADD COLUMN warehouse_group INTEGER NOT NULL DEFAULT 0;
ALTER TABLE what_if_stock DROP CONSTRAINT what_if_stock_pkey;
ALTER TABLE what_if_stock ADD PRIMARY KEY (what_if_id, side, sku, warehouse_group);
