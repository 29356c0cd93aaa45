-- Webhooks: what endpoints are told. A row is written in the transaction of the event that it tells of.

ALTER TABLE "webhook_endpoints" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "answered_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_status" INTEGER, ADD COLUMN "last_error" TEXT;

CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

CREATE TABLE "webhook_deliveries" (
  "id" BIGSERIAL NOT NULL,
  "endpoint_id" INTEGER NOT NULL,
  "client_id" INTEGER NOT NULL,
  "ledger_id" INTEGER,
  "type" TEXT NOT NULL,
  "subject_id" BIGINT,
  "data" JSON,
  "body" TEXT,
  "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (clock_timestamp() + '24:00:00'::interval),
  "answered_at" TIMESTAMPTZ(3),
  "response_status" INTEGER,
  "response_body" TEXT,
  "error" TEXT,
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_deliveries_client_id_id_idx" ON "webhook_deliveries"("client_id", "id");
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id");
-- Workers look for these every second.
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE "status" = 'pending';
-- Pruning.
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
