-- What grows with traffic counts past 2^31: runs, their numbers by client, stock epochs, and rules that each change of
-- an account file writes again. Orders, decisions and syncs did already. Each table is rewritten once, while nobody
-- else reads or writes it: 3,000,000 decisions of 600 batches took 8 to 15 s, of as many runs 28 to 66 s, on a busy
-- machine of two cores.
DROP VIEW "active_reservations";
DROP VIEW "shipments";
DROP VIEW "inventory";

-- Checked once at the end, not with every column.
ALTER TABLE "run_chunks" DROP CONSTRAINT "run_chunks_run_id_fkey";
ALTER TABLE "run_turns" DROP CONSTRAINT "run_turns_run_id_fkey";
ALTER TABLE "run_stock" DROP CONSTRAINT "run_stock_run_id_fkey";
ALTER TABLE "run_faults" DROP CONSTRAINT "run_faults_run_id_fkey";
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_run_id_fkey";

ALTER TABLE "runs" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "client_run_number" TYPE BIGINT;
ALTER SEQUENCE "runs_id_seq" AS BIGINT;
ALTER TABLE "run_chunks" ALTER COLUMN "run_id" TYPE BIGINT;
ALTER TABLE "run_turns" ALTER COLUMN "run_id" TYPE BIGINT;
ALTER TABLE "run_stock" ALTER COLUMN "run_id" TYPE BIGINT;
ALTER TABLE "run_faults" ALTER COLUMN "run_id" TYPE BIGINT;
ALTER TABLE "idempotency_keys" ALTER COLUMN "run_id" TYPE BIGINT;
ALTER TABLE "decisions" ALTER COLUMN "run_id" TYPE BIGINT, ALTER COLUMN "reservation_epoch" TYPE BIGINT;
ALTER TABLE "clients" ALTER COLUMN "last_run_number" TYPE BIGINT;
ALTER TABLE "ledgers" ALTER COLUMN "stock_epoch" TYPE BIGINT;
ALTER TABLE "stock" ALTER COLUMN "reserved_epoch" TYPE BIGINT;
ALTER TABLE "routing_profiles" ALTER COLUMN "id" TYPE BIGINT;
ALTER SEQUENCE "routing_profiles_id_seq" AS BIGINT;
ALTER TABLE "item_controls" ALTER COLUMN "id" TYPE BIGINT;
ALTER SEQUENCE "item_controls_id_seq" AS BIGINT;

ALTER TABLE "run_chunks" ADD CONSTRAINT "run_chunks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_turns" ADD CONSTRAINT "run_turns_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_stock" ADD CONSTRAINT "run_stock_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_faults" ADD CONSTRAINT "run_faults_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE VIEW "shipments" AS
SELECT d.id AS routing_decision_id, d.run_id, d.ledger_id, o.order_id,
       c.body -> 'warehouses' -> (a.value ->> 1)::int ->> 'warehouse_id' AS warehouse_id,
       o.lines -> (a.value ->> 0)::int ->> 0 AS sku,
       sum((a.value ->> 2)::int)::int AS ship_qty
FROM decisions d
JOIN orders o ON o.id = d.id
JOIN runs r ON r.id = d.run_id
JOIN configurations c ON c.id = r.configuration_id
CROSS JOIN LATERAL json_array_elements(d.data -> 'a') AS a(value)
GROUP BY 1, 2, 3, 4, 5, 6;

-- The reservations that hold stock now: those of the ledger's present stock epoch.
CREATE VIEW "active_reservations" AS
SELECT s.*
FROM shipments s
JOIN decisions d ON d.id = s.routing_decision_id
JOIN ledgers l ON l.id = d.ledger_id
WHERE d.reservation_epoch = l.stock_epoch;

CREATE VIEW "inventory" AS
SELECT s."ledger_id", s."sku", u."warehouse_id", u."free" + u."reserved" AS "quantity", u."reserved",
       s."reserved_epoch", u."ingest_run_id"
FROM "stock" s
CROSS JOIN LATERAL unnest(s."warehouse_ids", s."free", s."reserved", s."ingest_run_ids")
  AS u ("warehouse_id", "free", "reserved", "ingest_run_id");
