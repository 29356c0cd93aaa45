/** A row of a table of the contract that customers have: the table, and the name of the row: tests on it begin with `[result] status: …`. */
export interface ContractRow {
  readonly table: string;
  readonly row: string;
}

const LINE_FIELDS = ['lines[].sku', 'lines[].quantity', 'lines[].unit_value'];
const UNROUTABLE_FIELDS = [
  'unroutable_reason_code',
  'unroutable_category',
  'unroutable_reason',
  'recommended_action',
];

/** Every table of the contract, a table row an entry; a row that names several fields has one for each. */
const TABLES: readonly (readonly [table: string, rows: readonly string[]])[] = [
  [
    'inventory',
    [
      'source_name',
      'inventory',
      'inventory[].sku',
      'inventory[].warehouse_id',
      'inventory[].external_warehouse_id',
      'inventory[].warehouse_code',
      'inventory[].quantity_available',
      'inventory[].available_qty',
      'inventory[].unit_value',
      'inventory[].sku_description',
    ],
  ],
  [
    'sync',
    [
      'client_id',
      'ingest_run_id',
      'rows_received',
      'rows_upserted',
      'rows_inserted',
      'rows_updated',
      'rows_unchanged',
      'rows_deleted',
    ],
  ],
  [
    'order',
    [
      'external_order_id',
      'order_id',
      'destination_zip',
      'lines',
      'items',
      ...LINE_FIELDS,
      'is_vip',
      'priority_level',
      'order_created_at',
      'partner_id',
      'carrier',
      'ship_method',
      'raw_order_data',
    ],
  ],
  [
    'run',
    [
      'routing_run_id',
      'client_run_number',
      'client_id',
      'status',
      'orders_considered',
      'orders_routed',
      'full_count',
      'split_count',
      'partial_count',
      'partial_split_count',
      'none_count',
      'results',
    ],
  ],
  [
    'result',
    [
      'order_id',
      'routing_decision_id',
      'status',
      'routing_quality',
      'reason',
      'profile.applied',
      'profile.name',
      'profile.partner_id',
      'policy_outcome',
      'policy_warning_count',
      'policy_warning_codes',
      'policy_blocked_code',
      'policy_messages',
      ...UNROUTABLE_FIELDS,
      'total_shipment_value',
      'preferred_warehouse',
      'selected_warehouse',
      'selected_warehouses',
      'shipment_count',
      'shipments',
      'unfulfilled_lines',
      'explanation',
    ],
  ],
  [
    'result B',
    [
      'order_id',
      'routing_decision_id',
      'status',
      'routing_quality',
      'reason',
      'preferred_warehouse',
      'selected_warehouse',
      'selected_warehouses',
      'lines',
      'decision_driver',
      ...UNROUTABLE_FIELDS,
    ],
  ],
  [
    'explanation',
    [
      'selected_path',
      'ranked_warehouses',
      'decision_driver',
      'item_control_applied',
      'item_control_skus',
      'item_control_flags',
      'item_control_notes',
      'item_control_rules',
    ],
  ],
  [
    'me',
    [
      'status',
      'api_key_id',
      'client_id',
      'environment',
      'key_prefix',
      'name',
      'subscription_status',
      'subscription_tier',
    ],
  ],
  [
    'item control',
    [
      'Restrict to selected warehouses',
      'Prefer selected warehouses',
      'Exclude selected warehouses',
      'Do not split SKU',
      'Do not partial SKU',
      'Drop ship / vendor fulfilled',
      'Hold / manual review',
    ],
  ],
  ['policy', ['Allow', 'Warn', 'Block']],
  ['status', ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE']],
  ['reservation', ['none, routed', 'active, inventory sync', 'active, rerouted']],
  ['error', ['400', '401', '402', '413', '422', '500']],
  [
    'limit',
    [
      'Inventory rows per request',
      'Plan inventory rows per upload',
      'Orders per batch (Variant A)',
      'Orders per batch (Variant B)',
      'Trial routed orders',
      'Line quantity',
      'SKU per warehouse per inventory request',
      'Order ID per batch',
      'ZIP',
    ],
  ],
];

export const CONTRACT_ROWS: readonly ContractRow[] = TABLES.flatMap(([table, rows]) =>
  rows.map((row) => ({ table, row })),
);
