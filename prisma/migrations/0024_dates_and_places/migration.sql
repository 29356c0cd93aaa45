-- The moment of a run, the date by which an order must arrive, and the places that shipments take of warehouses.

ALTER TABLE "runs" ADD COLUMN "as_of" TIMESTAMPTZ(3);
ALTER TABLE "orders" ADD COLUMN "deliver_by" DATE;
ALTER TABLE "ledgers" ADD COLUMN "holds_places" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "what_ifs" ADD COLUMN "as_of" TIMESTAMPTZ(3), ADD COLUMN "places" JSON NOT NULL DEFAULT '{}';

CREATE TABLE "places_taken" (
  "ledger_id" INTEGER NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "taken" INTEGER NOT NULL,
  "left_count" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "places_taken_pkey" PRIMARY KEY ("ledger_id", "warehouse_id", "day"),
  CONSTRAINT "places_taken_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "places_taken_not_negative" CHECK ("taken" >= "left_count" AND "left_count" >= 0)
);

CREATE TABLE "held_places" (
  "ledger_id" INTEGER NOT NULL,
  "order_id" TEXT NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  CONSTRAINT "held_places_pkey" PRIMARY KEY ("ledger_id", "order_id", "warehouse_id", "day"),
  CONSTRAINT "held_places_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "warehouses" ADD COLUMN "calendar" JSONB, ADD COLUMN "capacity" JSONB, ADD COLUMN "safety_stock" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "client_settings" ADD COLUMN "delivery_calendar" JSONB;
ALTER TABLE "item_controls" ADD COLUMN "units" INTEGER;
