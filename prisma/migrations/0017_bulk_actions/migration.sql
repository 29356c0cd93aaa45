-- Bulk actions: a release, a reroute or an export of all orders that match a filter, done by a job.
CREATE TYPE "bulk_action_kind" AS ENUM ('release', 'reroute', 'export');
CREATE TYPE "bulk_action_status" AS ENUM ('running', 'completed', 'failed', 'cancelled');

CREATE TABLE "bulk_actions" (
  "id" BIGSERIAL NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "kind" "bulk_action_kind" NOT NULL,
  "filter" JSONB NOT NULL,
  "reroute" JSONB,
  "requested_by" TEXT NOT NULL,
  "status" "bulk_action_status" NOT NULL DEFAULT 'running',
  "failure" TEXT,
  "is_finding" BOOLEAN NOT NULL DEFAULT true,
  "search_cursor" TEXT,
  "found" INTEGER NOT NULL DEFAULT 0,
  "position" INTEGER NOT NULL DEFAULT 0,
  "done" INTEGER NOT NULL DEFAULT 0,
  "unchanged" INTEGER NOT NULL DEFAULT 0,
  "skipped" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "bulk_actions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "bulk_actions_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "bulk_actions_ledger_id_id_idx" ON "bulk_actions"("ledger_id", "id");

-- The orders that matched when the action was begun, in the order in which they are worked on.
CREATE TABLE "bulk_action_orders" (
  "bulk_action_id" BIGINT NOT NULL,
  "position" INTEGER NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "order_id" TEXT NOT NULL,
  "csv" TEXT,
  "failure" TEXT,
  CONSTRAINT "bulk_action_orders_pkey" PRIMARY KEY ("bulk_action_id", "position"),
  CONSTRAINT "bulk_action_orders_bulk_action_id_fkey" FOREIGN KEY ("bulk_action_id") REFERENCES "bulk_actions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "bulk_action_orders_bulk_action_id_order_id_key" ON "bulk_action_orders"("bulk_action_id", "order_id");
CREATE INDEX "bulk_action_orders_failed_idx" ON "bulk_action_orders"("bulk_action_id", "position") WHERE "failure" IS NOT NULL;
