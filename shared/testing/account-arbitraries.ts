import fc from 'fast-check';

// Small accounts, stock and orders, for properties of what is decided in the database.

export const SITES = ['EWR1', 'ATL1', 'ONT1'];
const SKUS = ['A', 'B', 'C'];
const mode = fc.constantFrom('allow', 'warn', 'block');

/** The settings that a what-if may change. */
export const settings = fc.record(
  {
    use_inventory_availability: fc.constantFrom(true, true, true, false),
    priority_allocation: fc.boolean(),
    consume_inventory_during_batch: fc.boolean(),
    prefer_full_shipment: fc.boolean(),
    ranking: fc.constantFrom('transit', 'priority', 'delivery'),
    late_delivery: mode,
    ignore_safety_stock: fc.boolean(),
    split_shipment: mode,
    partial_shipment: mode,
    max_transit_days: fc.record({ mode, days: fc.integer({ min: 1, max: 6 }) }),
    minimum_shipment_value: fc.record({ mode, value: fc.constantFrom(5, 15, 40) }),
    max_shipments: fc.constantFrom(null, 1, 2),
    batch_optimization: fc.constantFrom('off', 'improve'),
  },
  { requiredKeys: [] },
);

export const profiles = fc
  .record({
    settings: fc.record({ split_shipment: mode }),
    warehouse_ids: fc.subarray(SITES, { minLength: 1 }),
  })
  .map((profile) => [{ partner_id: 'shop', ...profile }]);

export const item_controls = fc
  .array(
    fc.oneof(
      fc.record({
        sku: fc.constantFrom(...SKUS),
        rule: fc.constantFrom('hold', 'drop_ship', 'do_not_split'),
      }),
      fc.record({
        sku: fc.constantFrom(...SKUS),
        rule: fc.constantFrom('exclude', 'prefer'),
        warehouse_ids: fc.subarray(SITES, { minLength: 1 }),
      }),
      fc.record({
        sku: fc.constantFrom(...SKUS),
        rule: fc.constant('safety_stock'),
        units: fc.integer({ min: 0, max: 3 }),
      }),
    ),
    { maxLength: 2 },
  )
  .map((rules) =>
    rules.filter(
      (rule, n) => rules.findIndex((other) => other.sku === rule.sku && other.rule === rule.rule) === n,
    ),
  );

export const stockOf = (quantity: fc.Arbitrary<number>) =>
  fc
    .array(fc.record({ sku: fc.constantFrom(...SKUS), warehouse_id: fc.constantFrom(...SITES), quantity }), {
      minLength: 1,
      maxLength: 9,
    })
    .map((rows) => [...new Map(rows.map((row) => [`${row.sku} ${row.warehouse_id}`, row])).values()]);

export const order = fc.record({
  destination_zip: fc.constantFrom('10001', '30301', '90001', '60614', 'nowhere'),
  lines: fc.array(
    fc.record({
      sku: fc.constantFrom(...SKUS),
      quantity: fc.integer({ min: 1, max: 5 }),
      unit_value: fc.constantFrom(null, 10),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  is_vip: fc.boolean(),
  priority_level: fc.constantFrom(null, 1, 2),
  partner_id: fc.constantFrom(null, 'shop'),
  deliver_by: fc.constantFrom(undefined, '2020-01-01', '2099-01-01'),
});
