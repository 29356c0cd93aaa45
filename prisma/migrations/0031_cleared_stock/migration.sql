-- A warehouse may be enabled with its stock counted as 0. What earlier decisions had reserved there has ended then; what they
-- have reserved elsewhere stays.

CREATE TABLE "cleared_stock" (
  "ledger_id" INTEGER NOT NULL,
  "warehouse_id" INTEGER NOT NULL,
  "stock_epoch" BIGINT NOT NULL,
  "cleared_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "cleared_stock_pkey" PRIMARY KEY ("ledger_id", "warehouse_id"),
  CONSTRAINT "cleared_stock_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "cleared_stock_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The warehouses at which the reservation of a decision has ended; null: nowhere. In an earlier epoch it has ended everywhere.
CREATE FUNCTION "reservation_ended_at"(ledger INTEGER, epoch BIGINT, decided TIMESTAMPTZ) RETURNS INTEGER[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(warehouse_id) FROM cleared_stock
  WHERE ledger_id = ledger AND stock_epoch = epoch AND cleared_at > decided
$$;

CREATE OR REPLACE VIEW "active_reservations" AS
SELECT s.*
FROM shipments s
JOIN decisions d ON d.id = s.routing_decision_id
JOIN ledgers l ON l.id = d.ledger_id
LEFT JOIN warehouses w ON w.client_id = l.client_id AND w.warehouse_id = s.warehouse_id
WHERE d.reservation_epoch = l.stock_epoch
  AND w.id = ANY (reservation_ended_at(d.ledger_id, l.stock_epoch, d.decided_at)) IS NOT TRUE;
