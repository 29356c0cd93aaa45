/** A row of a table of routing-service-api.md: its section and the name it goes by in tests. */
export interface ContractRow {
  readonly section: string;
  readonly row: string;
}

const LINE_FIELDS = ['lines[].sku', 'lines[].quantity', 'lines[].unit_value'];
const UNROUTABLE_FIELDS = [
  'unroutable_reason_code',
  'unroutable_category',
  'unroutable_reason',
  'recommended_action',
];

/** Every table of sections 2 to 8, a table row an entry; a row that names several fields has one for each. */
const TABLES: readonly (readonly [section: string, rows: readonly string[]])[] = [
  [
    '2.1',
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
    '2.2',
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
    '2.3',
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
    '2.4',
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
    '2.5',
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
    '2.6',
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
    '2.7',
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
    '2.8',
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
    '2.10',
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
  ['2.11', ['Allow', 'Warn', 'Block']],
  ['3.1', ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE']],
  ['3.2', ['none, routed', 'active, inventory sync', 'active, rerouted']],
  ['7', ['400', '401', '402', '413', '422', '500']],
  [
    '8',
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

export const CONTRACT_ROWS: readonly ContractRow[] = TABLES.flatMap(([section, rows]) =>
  rows.map((row) => ({ section, row })),
);

/** How a test begins that is about a row: `§2.5 status: …`. */
export const rowTitle = ({ section, row }: ContractRow): string => `§${section} ${row}:`;
