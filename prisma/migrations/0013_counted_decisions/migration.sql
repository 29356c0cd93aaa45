-- What an overview shows is counted when decisions are written: to read millions of them would take seconds.
-- One row a ledger and hour, so that whoever counts waits for nobody but whoever counts the same hour.
CREATE TABLE "decision_hours" (
  "ledger_id" INTEGER NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "full_count" BIGINT NOT NULL,
  "split_count" BIGINT NOT NULL,
  "partial_count" BIGINT NOT NULL,
  "partial_split_count" BIGINT NOT NULL,
  "none_count" BIGINT NOT NULL,
  "warned_count" BIGINT NOT NULL,
  "units_ordered" BIGINT NOT NULL,
  "units_shipped" BIGINT NOT NULL,
  "shipments" BIGINT NOT NULL,
  "reasons" JSONB NOT NULL,
  CONSTRAINT "decision_hours_pkey" PRIMARY KEY ("ledger_id", "hour")
) WITH (fillfactor = 50); -- every request of the hour writes a new version: it finds room beside the old one
ALTER TABLE "decision_hours" ADD CONSTRAINT "decision_hours_ledger_id_fkey"
  FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Adds two objects of counts, key by key.
CREATE FUNCTION "add_counts"("left" JSONB, "right" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, n), '{}')
  FROM (
    SELECT key, sum(value::bigint) AS n
    FROM (SELECT * FROM jsonb_each_text("left") UNION ALL SELECT * FROM jsonb_each_text("right")) AS counts
    GROUP BY key
  ) AS added
$$;

-- Decisions of before this table: counted by the workers afterwards, newest runs first. A row is there while some of
-- the ledger's are still to be counted: those of earlier runs, and of this run those of smaller ids.
CREATE TABLE "uncounted_decisions" (
  "ledger_id" INTEGER NOT NULL,
  "run_id" BIGINT NOT NULL,
  "decision_id" BIGINT NOT NULL,
  -- Those that were committed later are counted already
  "last_commit_order" BIGINT NOT NULL,
  CONSTRAINT "uncounted_decisions_pkey" PRIMARY KEY ("ledger_id")
);
ALTER TABLE "uncounted_decisions" ADD CONSTRAINT "uncounted_decisions_ledger_id_fkey"
  FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO "uncounted_decisions"
SELECT "id", (SELECT last_value + 1 FROM "runs_id_seq"), 0, (SELECT last_value FROM "commit_orders")
FROM "ledgers" l WHERE EXISTS (SELECT FROM "runs" WHERE "ledger_id" = l."id");

-- What a managed run ships from each warehouse, by its place in the run's configuration: "0 units", "0 shipments".
-- Null in synchronous runs, which are small enough to be read, and in those that are older.
ALTER TABLE "runs" ADD COLUMN "by_warehouse" JSONB;

-- Managed runs are few among millions of synchronous ones, and people look for them.
CREATE INDEX "runs_managed_idx" ON "runs"("ledger_id", "id") WHERE "kind" = 'managed';
