-- When a sync last told a row of stock, without a write to each row that it did not change.

-- Of each warehouse: how many rows it has, and the last sync that told all of them.
CREATE TABLE "stock_warehouses" (
  "ledger_id" INTEGER NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "rows" INTEGER NOT NULL,
  "told_by" BIGINT,
  CONSTRAINT "stock_warehouses_pkey" PRIMARY KEY ("ledger_id", "warehouse_id"),
  CONSTRAINT "stock_warehouses_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "stock_warehouses_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "stock_warehouses" ("ledger_id", "warehouse_id", "rows")
SELECT ledger_id, warehouse_id, count(*) FROM "inventory" GROUP BY 1, 2;

-- Of a warehouse: sets of SKUs that a sync told without the others, in parts.
CREATE TABLE "stock_feeds" (
  "ledger_id" INTEGER NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "feed" TEXT NOT NULL,
  "first_sku" TEXT NOT NULL,
  "last_sku" TEXT NOT NULL,
  "skus" TEXT[] NOT NULL,
  "told_by" BIGINT[] NOT NULL,
  CONSTRAINT "stock_feeds_pkey" PRIMARY KEY ("ledger_id", "warehouse_id", "feed", "first_sku"),
  CONSTRAINT "stock_feeds_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "stock_feeds_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
