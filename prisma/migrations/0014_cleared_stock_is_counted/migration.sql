-- Stock that is cleared is a count like any other: the counts of pairs alone say which reservations have ended.
UPDATE stock s SET counts = (
  SELECT json_agg(
    CASE WHEN c.cleared_at IS NULL THEN s.counts -> (u.place - 1)::int
         ELSE json_build_array(k -> 0, k -> 1, greatest((k ->> 2)::float8, floor(extract(epoch FROM c.cleared_at) * 1000)::float8 + 1),
                               k -> 3, k -> 4, k -> 5) END
    ORDER BY u.place)
  FROM unnest(s.warehouse_ids) WITH ORDINALITY AS u (warehouse_id, place)
  CROSS JOIN LATERAL (SELECT s.counts -> (u.place - 1)::int AS k) AS count
  LEFT JOIN cleared_stock c ON c.ledger_id = l.id AND c.warehouse_id = u.warehouse_id AND c.stock_epoch = l.stock_epoch
)
FROM ledgers l
WHERE s.ledger_id = l.id AND s.version = l.stock_version AND s.warehouse_ids && ARRAY(
  SELECT warehouse_id FROM cleared_stock WHERE ledger_id = l.id AND stock_epoch = l.stock_epoch
);

CREATE OR REPLACE VIEW active_reservations AS
SELECT s.*
FROM shipments s
JOIN decisions d ON d.id = s.routing_decision_id
JOIN ledgers l ON l.id = d.ledger_id
WHERE d.reservation_epoch = l.stock_epoch AND NOT EXISTS (
  SELECT FROM warehouses w
  JOIN stock k ON k.ledger_id = l.id AND k.version = l.stock_version AND k.sku = s.sku AND k.warehouse_group = w.id / 32
  WHERE w.client_id = l.client_id AND w.warehouse_id = s.warehouse_id
    AND floor(extract(epoch FROM d.decided_at) * 1000) < (k.counts -> (array_position(k.warehouse_ids, w.id) - 1) ->> 2)::float8
);
DROP FUNCTION reservation_ended_at;
DROP TABLE cleared_stock;
