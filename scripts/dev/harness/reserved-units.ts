/** Counts the stock whose reserved units differ from its reservations, or whose reservations exceed it. */
export const COUNT_RESERVED_MISMATCHES = `
  SELECT count(*) AS n FROM inventory i
  JOIN ledgers l ON l.id = i.ledger_id
  JOIN warehouses w ON w.id = i.warehouse_id
  LEFT JOIN (SELECT ledger_id, sku, warehouse_id, sum(ship_qty) AS units FROM active_reservations GROUP BY 1, 2, 3) r
    ON r.ledger_id = i.ledger_id AND r.sku = i.sku AND r.warehouse_id = w.warehouse_id
  WHERE coalesce(r.units, 0) <> CASE WHEN i.reserved_epoch = l.stock_epoch THEN i.reserved ELSE 0 END
     OR coalesce(r.units, 0) > i.quantity`;
