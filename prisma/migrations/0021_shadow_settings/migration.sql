-- Shadow settings: each run is decided a second time with them laid over the configuration, and only counted.

ALTER TABLE "client_settings" ADD COLUMN "shadow" JSONB;
-- Workers look for these clients every few seconds.
CREATE INDEX "client_settings_with_shadow_idx" ON "client_settings"("client_id") WHERE "shadow" IS NOT NULL;

ALTER TABLE "what_ifs" ADD COLUMN "is_shadow" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "shadow_hours" (
  "ledger_id" INTEGER NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "settings" TEXT NOT NULL,
  "outcome" TEXT NOT NULL,
  "runs" BIGINT NOT NULL,
  "orders" BIGINT NOT NULL,
  "live" JSONB NOT NULL,
  "shadow" JSONB NOT NULL,
  CONSTRAINT "shadow_hours_pkey" PRIMARY KEY ("ledger_id", "hour", "settings", "outcome"),
  CONSTRAINT "shadow_hours_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "shadow_positions" (
  "ledger_id" INTEGER NOT NULL,
  "run_id" BIGINT NOT NULL,
  "took_ms" INTEGER NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "shadow_positions_pkey" PRIMARY KEY ("ledger_id"),
  CONSTRAINT "shadow_positions_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
