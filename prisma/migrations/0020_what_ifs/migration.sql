-- What-ifs: stored orders decided twice on one snapshot, under the present configuration and under a draft.

-- A configuration that only a what-if has used so far. Activating an equal one uses its row.
ALTER TABLE "configurations" ADD COLUMN "is_draft" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "what_ifs" (
  "id" BIGSERIAL NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "name" TEXT,
  "requested_by" TEXT NOT NULL,
  "routing_run_id" BIGINT,
  "period_from" TIMESTAMPTZ(3),
  "period_to" TIMESTAMPTZ(3),
  "draft" JSON NOT NULL,
  "configuration_id" INTEGER NOT NULL,
  "draft_configuration_id" INTEGER NOT NULL,
  "status" "run_status" NOT NULL DEFAULT 'queued',
  "failure" TEXT,
  "orders_total" INTEGER NOT NULL DEFAULT 0,
  "orders_decided" INTEGER NOT NULL DEFAULT 0,
  "orders_changed" INTEGER NOT NULL DEFAULT 0,
  "next_batch" INTEGER NOT NULL DEFAULT 0,
  "baseline" JSON NOT NULL DEFAULT '{}',
  "draft_side" JSON NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "started_at" TIMESTAMPTZ(3),
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "what_ifs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "what_ifs_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "what_ifs_configuration_id_fkey" FOREIGN KEY ("configuration_id") REFERENCES "configurations"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "what_ifs_draft_configuration_id_fkey" FOREIGN KEY ("draft_configuration_id") REFERENCES "configurations"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "what_ifs_ledger_id_id_idx" ON "what_ifs"("ledger_id", "id");

-- Its orders, in the order in which each side decides them.
CREATE TABLE "what_if_batches" (
  "what_if_id" BIGINT NOT NULL,
  "batch" INTEGER NOT NULL,
  "baseline_ids" BIGINT[] NOT NULL,
  "draft_ids" BIGINT[] NOT NULL,
  CONSTRAINT "what_if_batches_pkey" PRIMARY KEY ("what_if_id", "batch"),
  CONSTRAINT "what_if_batches_what_if_id_fkey" FOREIGN KEY ("what_if_id") REFERENCES "what_ifs"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The snapshot of each side, and what the side has used of it, as in "run_stock".
CREATE TABLE "what_if_stock" (
  "what_if_id" BIGINT NOT NULL,
  "side" TEXT NOT NULL,
  "sku" TEXT NOT NULL,
  "warehouse_ids" INTEGER[] NOT NULL,
  "free" INTEGER[] NOT NULL,
  "reserved" INTEGER[] NOT NULL,
  "unit_value" DECIMAL(19,4),
  CONSTRAINT "what_if_stock_pkey" PRIMARY KEY ("what_if_id", "side", "sku"),
  CONSTRAINT "what_if_stock_what_if_id_fkey" FOREIGN KEY ("what_if_id") REFERENCES "what_ifs"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The orders that are decided differently.
CREATE TABLE "what_if_orders" (
  "what_if_id" BIGINT NOT NULL,
  "id" BIGINT NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "order_id" TEXT NOT NULL,
  "visible" TEXT,
  "changed" BOOLEAN NOT NULL,
  "baseline" JSON,
  "draft" JSON,
  CONSTRAINT "what_if_orders_pkey" PRIMARY KEY ("what_if_id", "id"),
  CONSTRAINT "what_if_orders_what_if_id_fkey" FOREIGN KEY ("what_if_id") REFERENCES "what_ifs"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
