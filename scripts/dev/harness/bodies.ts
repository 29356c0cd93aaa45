/** An order of so many units of each SKU, as the API takes it. */
export const orderOf = (external_order_id: string, units: Readonly<Record<string, number>>) => ({
  external_order_id,
  destination_zip: '60614',
  lines: Object.entries(units).map(([sku, quantity]) => ({ sku, quantity })),
});

/** A sync of stock with so many units of each SKU in each warehouse. */
export const syncOf = (skus: readonly string[], quantity_available: number, warehouseIds = ['EWR1']) => ({
  inventory: skus.flatMap((sku) =>
    warehouseIds.map((warehouse_id) => ({ sku, warehouse_id, quantity_available })),
  ),
});

/** Orders as newline-delimited JSON, for a run. */
export const runOf = (orders: readonly object[]): Buffer =>
  Buffer.from(orders.map((order) => JSON.stringify(order)).join('\n'));
