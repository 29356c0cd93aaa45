-- Prices of shipments, and what else accounts say of costs.

CREATE TABLE "rate_tables" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "digest" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "rate_tables_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "rate_tables_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "rate_tables_client_id_digest_key" ON "rate_tables"("client_id", "digest");

CREATE TABLE "price_lists" (
  "rate_table_id" INTEGER NOT NULL,
  "warehouse_id" TEXT NOT NULL,
  "zone" TEXT NOT NULL,
  "max_weights" BIGINT[],
  "prices" BIGINT[],
  CONSTRAINT "price_lists_pkey" PRIMARY KEY ("rate_table_id", "warehouse_id", "zone"),
  CONSTRAINT "price_lists_rate_table_id_fkey" FOREIGN KEY ("rate_table_id") REFERENCES "rate_tables"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "lane_table_lanes" ADD COLUMN "zone" TEXT;
ALTER TABLE "warehouses" ADD COLUMN "handling" JSONB;
ALTER TABLE "client_settings" ADD COLUMN "costs" JSONB, ADD COLUMN "rate_table_id" INTEGER;
ALTER TABLE "client_settings" ADD CONSTRAINT "client_settings_rate_table_id_fkey" FOREIGN KEY ("rate_table_id") REFERENCES "rate_tables"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
