-- The state of an order is that of its latest decision, the only one of its order ID that is not replaced. So the order in
-- which decisions were committed need not be known.
CREATE TYPE "order_state" AS ENUM ('current', 'replaced', 'released', 'left');
ALTER TABLE "decisions"
  ADD COLUMN "state" "order_state" NOT NULL DEFAULT 'current',
  ADD COLUMN "state_since" TIMESTAMPTZ(3),
  -- The moment of a decision, under its ledger's lock: it is compared with those of others.
  ALTER COLUMN "decided_at" TYPE TIMESTAMPTZ(6),
  DROP COLUMN "commit_order";
DROP FUNCTION "next_commit_order"();
DROP SEQUENCE "commit_orders";

-- An order that is routed again: which decision is, which request sent its lines, and which asked for its restrictions.
ALTER TABLE "orders"
  ADD COLUMN "reroutes" BIGINT,
  ADD COLUMN "sent_by" BIGINT,
  ADD COLUMN "sent_at" TIMESTAMPTZ(3),
  ADD COLUMN "rerouted_by" BIGINT;

ALTER TABLE "runs"
  ADD COLUMN "request_number" BIGINT,
  ADD COLUMN "orders_superseded" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "orders_unchanged" INTEGER NOT NULL DEFAULT 0,
  DROP CONSTRAINT "runs_progress_within_total",
  ADD CONSTRAINT "runs_progress_within_total" CHECK (
    "orders_routed" + "orders_superseded" + "orders_unchanged" <= "orders_total" AND "orders_scored" <= "orders_total"
    AND "full_count" + "split_count" + "partial_count" + "partial_split_count" + "none_count" = "orders_routed"
  );

CREATE TABLE "superseded_orders" (
  "run_id" BIGINT NOT NULL,
  "id" BIGINT NOT NULL,
  "superseded_by" JSON NOT NULL,
  CONSTRAINT "superseded_orders_pkey" PRIMARY KEY ("run_id", "id")
);
ALTER TABLE "superseded_orders" ADD CONSTRAINT "superseded_orders_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- All decisions are counted when they are written.
DROP TABLE "uncounted_decisions";
