-- Stock is read and written SKU by SKU, whatever the warehouse: a row a SKU, with its warehouses side by side, takes a
-- third of the time that a row a SKU and warehouse took (docs/performance.md). `free` and `reserved` rather than the
-- quantity that they add up to, so that the database itself sees that neither falls below zero.
CREATE TABLE "stock" (
  "ledger_id" INTEGER NOT NULL,
  "sku" TEXT NOT NULL,
  "warehouse_ids" INTEGER[],
  "free" INTEGER[],
  "reserved" INTEGER[],
  "reserved_epoch" INTEGER NOT NULL DEFAULT 0,
  "ingest_run_ids" BIGINT[],
  CONSTRAINT "stock_pkey" PRIMARY KEY ("ledger_id", "sku"),
  CONSTRAINT "stock_never_oversold" CHECK (0 <= ALL ("free") AND 0 <= ALL ("reserved")),
  CONSTRAINT "stock_side_by_side" CHECK (
    cardinality("free") = cardinality("warehouse_ids")
    AND cardinality("reserved") = cardinality("warehouse_ids")
    AND cardinality("ingest_run_ids") = cardinality("warehouse_ids")
  )
) WITH (fillfactor = 50); -- every batch writes new versions: they find room beside the old ones

INSERT INTO "stock"
SELECT "ledger_id", "sku", array_agg("warehouse_id"), array_agg("quantity" - "held"), array_agg("held"), max("epoch"),
       array_agg("ingest_run_id")
FROM (
  SELECT i.*, l."stock_epoch" AS "epoch",
         CASE WHEN i."reserved_epoch" = l."stock_epoch" THEN i."reserved" ELSE 0 END AS "held"
  FROM "inventory" i JOIN "ledgers" l ON l."id" = i."ledger_id"
) AS rows
GROUP BY "ledger_id", "sku";
DROP TABLE "inventory";

-- Stock a SKU and warehouse, for who reads.
CREATE VIEW "inventory" AS
SELECT s."ledger_id", s."sku", u."warehouse_id", u."free" + u."reserved" AS "quantity", u."reserved",
       s."reserved_epoch", u."ingest_run_id"
FROM "stock" s
CROSS JOIN LATERAL unnest(s."warehouse_ids", s."free", s."reserved", s."ingest_run_ids")
  AS u ("warehouse_id", "free", "reserved", "ingest_run_id");

CREATE TABLE "run_stock_by_sku" (
  "run_id" INTEGER NOT NULL,
  "sku" TEXT NOT NULL,
  "warehouse_ids" INTEGER[],
  "free" INTEGER[],
  "reserved" INTEGER[],
  CONSTRAINT "run_stock_by_sku_pkey" PRIMARY KEY ("run_id", "sku"),
  CONSTRAINT "run_stock_never_oversold" CHECK (0 <= ALL ("free") AND 0 <= ALL ("reserved"))
) WITH (fillfactor = 50);
INSERT INTO "run_stock_by_sku"
SELECT "run_id", "sku", array_agg("warehouse_id"), array_agg("quantity" - "reserved"), array_agg("reserved")
FROM "run_stock" GROUP BY "run_id", "sku";
DROP TABLE "run_stock";
ALTER TABLE "run_stock_by_sku" RENAME TO "run_stock";
ALTER TABLE "run_stock" RENAME CONSTRAINT "run_stock_by_sku_pkey" TO "run_stock_pkey";
ALTER TABLE "run_stock" ADD CONSTRAINT "run_stock_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE OR REPLACE FUNCTION "delete_stock_of_ledger"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "stock" WHERE "ledger_id" = OLD."id";
  DELETE FROM "skus" WHERE "ledger_id" = OLD."id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "delete_stock_of_warehouse"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  -- By ledger, whose rows the primary key finds. Where the client goes too, its ledgers may have gone first.
  UPDATE "stock" s SET ("warehouse_ids", "free", "reserved", "ingest_run_ids") = (
    SELECT coalesce(array_agg(u."warehouse_id"), '{}'), coalesce(array_agg(u."free"), '{}'),
           coalesce(array_agg(u."reserved"), '{}'), coalesce(array_agg(u."ingest_run_id"), '{}')
    FROM unnest(s."warehouse_ids", s."free", s."reserved", s."ingest_run_ids")
      AS u ("warehouse_id", "free", "reserved", "ingest_run_id")
    WHERE u."warehouse_id" <> OLD."id"
  )
  FROM "ledgers" l
  WHERE l."client_id" = OLD."client_id" AND s."ledger_id" = l."id" AND OLD."id" = ANY (s."warehouse_ids");
  RETURN NULL;
END $$;
