-- A large upload builds the next version of a ledger's stock beside the current one, and one update of the ledger
-- switches to it. So nobody waits for its rows. Readers see the version that the ledger names.
ALTER TABLE "ledgers" ADD COLUMN "stock_version" INTEGER NOT NULL DEFAULT 0;

DROP VIEW "inventory";
ALTER TABLE "stock" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "stock" ALTER COLUMN "version" DROP DEFAULT;
ALTER TABLE "stock" DROP CONSTRAINT "stock_pkey";
ALTER TABLE "stock" ADD CONSTRAINT "stock_pkey" PRIMARY KEY ("ledger_id", "version", "sku");
ALTER TABLE "skus" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "skus" ALTER COLUMN "version" DROP DEFAULT;
ALTER TABLE "skus" DROP CONSTRAINT "skus_pkey";
ALTER TABLE "skus" ADD CONSTRAINT "skus_pkey" PRIMARY KEY ("ledger_id", "version", "sku");

-- Current stock, a row for each SKU and warehouse.
CREATE VIEW "inventory" AS
SELECT s."ledger_id", s."version", s."sku", u."warehouse_id", u."free" + u."reserved" AS "quantity", u."reserved",
       s."reserved_epoch", u."ingest_run_id"
FROM "stock" s
JOIN "ledgers" l ON l."id" = s."ledger_id" AND l."stock_version" = s."version"
CROSS JOIN LATERAL unnest(s."warehouse_ids", s."free", s."reserved", s."ingest_run_ids")
  AS u ("warehouse_id", "free", "reserved", "ingest_run_id");

-- Since when a ledger's runs, orders and decisions are all there: null while none was removed by age.
ALTER TABLE "ledgers" ADD COLUMN "complete_since" TIMESTAMPTZ(3);

-- When a task that is due once a day was last done, by whichever process.
CREATE TABLE "daily_tasks" (
  "task" TEXT NOT NULL,
  "done_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "daily_tasks_pkey" PRIMARY KEY ("task")
);

-- Sign-ins that failed lately, by the hash of account and address, or of the address. In the form that the library
-- rate-limiter-flexible writes; used where there is no Redis.
CREATE TABLE "sign_in_attempts" (
  "key" VARCHAR(255) NOT NULL,
  "points" INTEGER NOT NULL DEFAULT 0,
  "expire" BIGINT,
  CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("key")
);
