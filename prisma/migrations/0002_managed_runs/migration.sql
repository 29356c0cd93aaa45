-- Managed runs: received as a stream, scored chunk by chunk, allocated turn by turn.
CREATE TYPE "run_phase" AS ENUM ('receiving', 'scoring', 'allocating', 'done');

ALTER TABLE "runs"
  ADD COLUMN "phase" "run_phase" NOT NULL DEFAULT 'done',
  ADD COLUMN "orders_scored" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "next_turn" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "fault_count" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "usage_day" DATE,
  ADD COLUMN "failure" TEXT,
  ADD COLUMN "accepted_at" TIMESTAMPTZ(3),
  ADD COLUMN "started_at" TIMESTAMPTZ(3),
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- no order is decided twice, none that was not received
  ADD CONSTRAINT "runs_progress_within_total" CHECK (
    "orders_routed" <= "orders_total" AND "orders_scored" <= "orders_total"
    AND "full_count" + "split_count" + "partial_count" + "partial_split_count" + "none_count" = "orders_routed"
  );
-- The runs that still have work, in the order in which they were accepted
CREATE INDEX "runs_unfinished_idx" ON "runs"("ledger_id", "id") WHERE "phase" <> 'done';

ALTER TABLE "run_chunks" ADD COLUMN "scored_at" TIMESTAMPTZ(3);

-- The orders of a run that has to be allocated one after another, in the order of their turns.
CREATE TABLE "run_turns" (
  "run_id" INTEGER NOT NULL,
  "turn" INTEGER NOT NULL,
  "order_ids" BIGINT[],
  CONSTRAINT "run_turns_pkey" PRIMARY KEY ("run_id", "turn")
);

-- The snapshot that a Variant B run pins when it starts allocating, and what it has used up of it.
CREATE TABLE "run_stock" (
  "run_id" INTEGER NOT NULL,
  "sku" TEXT NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "quantity" INTEGER NOT NULL,
  "reserved" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "run_stock_pkey" PRIMARY KEY ("run_id", "sku", "warehouse_id"),
  CONSTRAINT "run_stock_never_oversold" CHECK ("reserved" BETWEEN 0 AND "quantity")
);

-- Orders of a run's input that were faulty and left out.
CREATE TABLE "run_faults" (
  "run_id" INTEGER NOT NULL,
  "fault" INTEGER NOT NULL,
  "line" INTEGER,
  "path" TEXT NOT NULL,
  "message" TEXT NOT NULL,
  CONSTRAINT "run_faults_pkey" PRIMARY KEY ("run_id", "fault")
);

-- What a POST with an Idempotency-Key did, written in the transaction that did it.
CREATE TABLE "idempotency_keys" (
  "ledger_id" INTEGER NOT NULL,
  "key" TEXT NOT NULL,
  "endpoint" TEXT NOT NULL,
  -- SHA-256 of the body
  "request_hash" BYTEA NOT NULL,
  "run_id" INTEGER,
  -- the answer, where it is not a view of the run
  "response" JSON,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("ledger_id", "key")
);
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

ALTER TABLE "run_turns" ADD CONSTRAINT "run_turns_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_stock" ADD CONSTRAINT "run_stock_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_faults" ADD CONSTRAINT "run_faults_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
