-- Types
CREATE TYPE "plan_period" AS ENUM ('total', 'month');
CREATE TYPE "contract_variant" AS ENUM ('A', 'B');
CREATE TYPE "subscription_status" AS ENUM ('trialing', 'active', 'past_due', 'paused', 'cancelled');
CREATE TYPE "environment" AS ENUM ('test', 'live');
CREATE TYPE "user_role" AS ENUM ('owner', 'member', 'operator');
CREATE TYPE "run_kind" AS ENUM ('sync', 'managed');
CREATE TYPE "run_status" AS ENUM ('queued', 'running', 'cancelling', 'cancelled', 'completed', 'failed');
CREATE TYPE "order_status" AS ENUM ('FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE');

-- Accounts
CREATE TABLE "plans" (
  "code" TEXT NOT NULL,
  "routed_orders_limit" INTEGER,
  "routed_orders_period" "plan_period" NOT NULL,
  "inventory_rows_limit" INTEGER,
  CONSTRAINT "plans_pkey" PRIMARY KEY ("code")
);

-- decision-rules.md section 7
INSERT INTO "plans" VALUES
  ('trial', 15, 'total', 50000),
  ('starter', 10000, 'month', 150000),
  ('pro', 100000, 'month', 500000),
  ('enterprise', NULL, 'month', NULL);

CREATE TABLE "clients" (
  "id" SERIAL NOT NULL,
  "slug" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "contract_variant" "contract_variant" NOT NULL DEFAULT 'A',
  "plan_code" TEXT NOT NULL DEFAULT 'trial',
  "subscription_status" "subscription_status" NOT NULL DEFAULT 'trialing',
  "active" BOOLEAN NOT NULL DEFAULT true,
  "routed_orders_limit" INTEGER,
  "inventory_rows_limit" INTEGER,
  "configuration_id" INTEGER,
  "last_run_number" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "clients_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "clients_slug_key" ON "clients"("slug");

CREATE TABLE "api_keys" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "environment" "environment" NOT NULL,
  "key_prefix" TEXT NOT NULL,
  "key_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");
CREATE INDEX "api_keys_client_id_idx" ON "api_keys"("client_id");

CREATE TABLE "users" (
  "id" SERIAL NOT NULL,
  "email" TEXT NOT NULL,
  "password_hash" TEXT NOT NULL,
  "role" "user_role" NOT NULL,
  "client_id" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "disabled_at" TIMESTAMPTZ(3),
  CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
  -- an operator belongs to the service, everybody else to a client
  CONSTRAINT "users_client_by_role" CHECK (("role" = 'operator') = ("client_id" IS NULL))
);
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_client_id_idx" ON "users"("client_id");

CREATE TABLE "usage" (
  "client_id" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "routed_orders" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "usage_pkey" PRIMARY KEY ("client_id", "day"),
  CONSTRAINT "usage_not_negative" CHECK ("routed_orders" >= 0)
);

-- Configuration
CREATE TABLE "warehouses" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "warehouse_id" TEXT NOT NULL,
  "warehouse_code" TEXT NOT NULL,
  "warehouse_name" TEXT NOT NULL,
  "zip" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "priority" INTEGER,
  CONSTRAINT "warehouses_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "warehouses_client_id_warehouse_id_key" ON "warehouses"("client_id", "warehouse_id");
CREATE UNIQUE INDEX "warehouses_client_id_warehouse_code_key" ON "warehouses"("client_id", "warehouse_code");

CREATE TABLE "lane_tables" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "digest" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "lane_tables_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "lane_tables_client_id_digest_key" ON "lane_tables"("client_id", "digest");

CREATE TABLE "lane_table_lanes" (
  "lane_table_id" INTEGER NOT NULL,
  "warehouse_id" TEXT NOT NULL,
  "destination_prefix" TEXT NOT NULL,
  "transit_days" SMALLINT NOT NULL,
  CONSTRAINT "lane_table_lanes_pkey" PRIMARY KEY ("lane_table_id", "warehouse_id", "destination_prefix")
);

CREATE TABLE "client_settings" (
  "client_id" INTEGER NOT NULL,
  "settings" JSONB NOT NULL,
  "transit" JSONB NOT NULL,
  "lane_table_id" INTEGER,
  CONSTRAINT "client_settings_pkey" PRIMARY KEY ("client_id")
);

CREATE TABLE "routing_profiles" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "partner_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "settings" JSONB NOT NULL,
  "warehouse_ids" JSONB,
  CONSTRAINT "routing_profiles_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "routing_profiles_client_id_partner_id_key" ON "routing_profiles"("client_id", "partner_id");

CREATE TABLE "item_controls" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "sku" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "warehouse_ids" TEXT[],
  "fallback" TEXT,
  "days" INTEGER,
  "note" TEXT,
  CONSTRAINT "item_controls_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "item_controls_client_id_sku_idx" ON "item_controls"("client_id", "sku");

CREATE TABLE "configurations" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "digest" TEXT NOT NULL,
  "body" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "configurations_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "configurations_client_id_digest_key" ON "configurations"("client_id", "digest");

-- Transit
CREATE TABLE "lane_cache" (
  "provider" TEXT NOT NULL,
  "origin_zip" TEXT NOT NULL,
  "destination_zip" TEXT NOT NULL,
  "transit_days" SMALLINT,
  "distance_miles" REAL,
  "source" TEXT NOT NULL,
  "resolved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "lane_cache_pkey" PRIMARY KEY ("provider", "origin_zip", "destination_zip")
);

-- Inventory
CREATE TABLE "ledgers" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "environment" "environment" NOT NULL,
  "stock_epoch" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "ledgers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "ledgers_client_id_environment_key" ON "ledgers"("client_id", "environment");

CREATE TABLE "ingest_runs" (
  "id" BIGSERIAL NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "source_name" TEXT,
  "rows_received" INTEGER NOT NULL,
  "rows_inserted" INTEGER NOT NULL,
  "rows_updated" INTEGER NOT NULL,
  "rows_unchanged" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ingest_runs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ingest_runs_ledger_id_id_idx" ON "ingest_runs"("ledger_id", "id");

CREATE TABLE "skus" (
  "ledger_id" INTEGER NOT NULL,
  "sku" TEXT NOT NULL,
  "unit_value" DECIMAL(19,4),
  "sku_description" TEXT,
  CONSTRAINT "skus_pkey" PRIMARY KEY ("ledger_id", "sku")
);

-- Room in each page, so that changing a quantity or a reservation stays on its page and touches no index.
CREATE TABLE "inventory" (
  "ledger_id" INTEGER NOT NULL,
  "sku" TEXT NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "quantity" INTEGER NOT NULL,
  "reserved" INTEGER NOT NULL DEFAULT 0,
  "reserved_epoch" INTEGER NOT NULL DEFAULT 0,
  "ingest_run_id" BIGINT NOT NULL,
  CONSTRAINT "inventory_pkey" PRIMARY KEY ("ledger_id", "sku", "warehouse_id"),
  -- The last word on "never a unit promised twice": a sync that changes a quantity sets reserved to 0.
  CONSTRAINT "inventory_never_oversold" CHECK ("reserved" BETWEEN 0 AND "quantity")
) WITH (fillfactor = 70);
CREATE INDEX "inventory_warehouse_id_idx" ON "inventory"("warehouse_id");

-- Runs
CREATE TABLE "runs" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "client_run_number" INTEGER NOT NULL,
  "kind" "run_kind" NOT NULL,
  "status" "run_status" NOT NULL,
  "configuration_id" INTEGER NOT NULL,
  "orders_total" INTEGER NOT NULL,
  "orders_routed" INTEGER NOT NULL DEFAULT 0,
  "full_count" INTEGER NOT NULL DEFAULT 0,
  "split_count" INTEGER NOT NULL DEFAULT 0,
  "partial_count" INTEGER NOT NULL DEFAULT 0,
  "partial_split_count" INTEGER NOT NULL DEFAULT 0,
  "none_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "runs_client_id_client_run_number_key" ON "runs"("client_id", "client_run_number");
CREATE INDEX "runs_ledger_id_id_idx" ON "runs"("ledger_id", "id");

CREATE TABLE "run_chunks" (
  "run_id" INTEGER NOT NULL,
  "chunk" INTEGER NOT NULL,
  "first_id" BIGINT NOT NULL,
  "orders" INTEGER NOT NULL,
  CONSTRAINT "run_chunks_pkey" PRIMARY KEY ("run_id", "chunk")
);

CREATE TABLE "orders" (
  "id" BIGINT NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "order_id" TEXT NOT NULL,
  "destination_zip" TEXT NOT NULL,
  "is_vip" BOOLEAN NOT NULL DEFAULT false,
  "priority_level" INTEGER,
  "order_created_at" TIMESTAMPTZ(3),
  "partner_id" TEXT,
  "carrier" TEXT,
  "ship_method" TEXT,
  "lines" JSON NOT NULL,
  "raw_order_data" JSON,
  CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "orders_ledger_id_order_id_id_idx" ON "orders"("ledger_id", "order_id", "id");

CREATE TABLE "decisions" (
  "id" BIGINT NOT NULL,
  "run_id" INTEGER NOT NULL,
  "ledger_id" INTEGER NOT NULL,
  "status" "order_status" NOT NULL,
  "reservation_epoch" INTEGER,
  "data" JSON NOT NULL,
  CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- Order and decision ids come in blocks, one block a chunk, so that a chunk's rows are one range of the primary key.
CREATE SEQUENCE "order_ids" AS BIGINT;

-- Takes `n` consecutive ids and returns the first. The lock makes the two calls one; it is given back at
-- once, not at commit, so that runs never wait for each other here.
CREATE FUNCTION "take_order_ids"(n INTEGER) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  first BIGINT;
BEGIN
  PERFORM pg_advisory_lock(hashtext('order_ids'));
  first := nextval('order_ids');
  IF n > 1 THEN
    PERFORM setval('order_ids', first + n - 1);
  END IF;
  PERFORM pg_advisory_unlock(hashtext('order_ids'));
  RETURN first;
END $$;

-- The units that each decision ships, unfolded from its compact form: "a" holds [line, warehouse, quantity].
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

-- Foreign keys
ALTER TABLE "clients" ADD CONSTRAINT "clients_plan_code_fkey" FOREIGN KEY ("plan_code") REFERENCES "plans"("code") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "clients" ADD CONSTRAINT "clients_configuration_id_fkey" FOREIGN KEY ("configuration_id") REFERENCES "configurations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "users" ADD CONSTRAINT "users_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "usage" ADD CONSTRAINT "usage_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "warehouses" ADD CONSTRAINT "warehouses_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lane_tables" ADD CONSTRAINT "lane_tables_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lane_table_lanes" ADD CONSTRAINT "lane_table_lanes_lane_table_id_fkey" FOREIGN KEY ("lane_table_id") REFERENCES "lane_tables"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "client_settings" ADD CONSTRAINT "client_settings_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "client_settings" ADD CONSTRAINT "client_settings_lane_table_id_fkey" FOREIGN KEY ("lane_table_id") REFERENCES "lane_tables"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "routing_profiles" ADD CONSTRAINT "routing_profiles_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "item_controls" ADD CONSTRAINT "item_controls_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ledgers" ADD CONSTRAINT "ledgers_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ingest_runs" ADD CONSTRAINT "ingest_runs_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "skus" ADD CONSTRAINT "skus_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "runs" ADD CONSTRAINT "runs_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "runs" ADD CONSTRAINT "runs_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "runs" ADD CONSTRAINT "runs_configuration_id_fkey" FOREIGN KEY ("configuration_id") REFERENCES "configurations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "run_chunks" ADD CONSTRAINT "run_chunks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
