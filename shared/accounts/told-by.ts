/**
 * SQL of the sync that last told the quantity of a row of stock, also if it did not change (`told-rows.ts` writes it). The
 * row is named by SQL of its ledger, SKU and warehouse, and of the sync that last changed it.
 */
export function toldBySql(ledger: string, sku: string, warehouse: string, changedBy: string): string {
  return `greatest(
    ${changedBy},
    (SELECT told_by FROM stock_warehouses WHERE ledger_id = ${ledger} AND warehouse_id = ${warehouse}),
    (SELECT max(f.told_by[least(p.place, cardinality(f.told_by))])
     FROM stock_feeds f CROSS JOIN LATERAL (SELECT array_position(f.skus, ${sku})) AS p (place)
     WHERE f.ledger_id = ${ledger} AND f.warehouse_id = ${warehouse}
       AND f.first_sku <= ${sku} AND f.last_sku >= ${sku} AND p.place IS NOT NULL))`;
}
