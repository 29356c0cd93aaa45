/** A request that the documentation shows. With a key of the demo client it succeeds unchanged. */
export interface ExampleRequest {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With values for its parameters. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The only variant that has it; not given: both. */
  readonly variant?: 'A';
}

const JSON_TYPE = 'application/json';
const NDJSON_TYPE = 'application/x-ndjson';
const CSV_TYPE = 'text/csv';

const STOCK = [
  {
    sku: 'TENT-104',
    warehouse_id: 'EWR1',
    quantity_available: 3,
    unit_value: 289.95,
    sku_description: 'Dome tent, black',
  },
  {
    sku: 'TENT-104',
    warehouse_id: 'ORD1',
    quantity_available: 8,
    unit_value: 289.95,
    sku_description: 'Dome tent, black',
  },
  {
    sku: 'LAMP-101',
    warehouse_id: 'ORD1',
    quantity_available: 40,
    unit_value: 34.95,
    sku_description: 'Headlamp, blue',
  },
];
const ORDER = {
  external_order_id: 'SO-1001',
  destination_zip: '60614',
  lines: [
    { sku: 'TENT-104', quantity: 1 },
    { sku: 'LAMP-101', quantity: 2 },
  ],
  priority_level: 1,
  order_created_at: '2026-11-20T09:30:00Z',
};
const SECOND_ORDER = {
  external_order_id: 'SO-1002',
  destination_zip: '07030',
  lines: [{ sku: 'TENT-104', quantity: 9 }],
};
const BATCH = { orders: [ORDER, SECOND_ORDER] };

const text = (value: unknown) => JSON.stringify(value, null, 2);
const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

const WHAT_IF = {
  name: 'Without ORD1',
  orders: { routing_run_id: 1 },
  draft: { warehouses: [{ warehouse_id: 'ORD1', enabled: false }] },
};

const CHANGES = [{ sku: 'TENT-104', warehouse_id: 'ORD1', change: 12, reason: 'delivery 4711' }];

const STOCK_CSV =
  'sku,warehouse_id,quantity_available,unit_value\nTENT-104,EWR1,3,289.95\nTENT-104,ORD1,8,289.95\nLAMP-101,ORD1,40,34.95\n';
const ORDER_CSV =
  'external_order_id,destination_zip,sku,quantity\nSO-1001,60614,TENT-104,1\nSO-1001,60614,LAMP-101,2\n';
const BATCH_CSV = `${ORDER_CSV}SO-1002,07030,TENT-104,9\n`;

const post = (
  operationId: string,
  path: string,
  type: string,
  body: string,
  headers = {},
): ExampleRequest => ({
  operationId,
  method: 'POST',
  url: `/api/v1${path}`,
  headers: { 'content-type': type, ...headers },
  body,
});
const get = (operationId: string, path: string, accept?: string): ExampleRequest => ({
  operationId,
  method: 'GET',
  url: `/api/v1${path}`,
  ...(accept && { headers: { accept } }),
});
const report = (name: string, operationId: string) =>
  [CSV_TYPE, JSON_TYPE, NDJSON_TYPE].map((type) => get(operationId, `/reports/${name}.csv`, type));

/** Each operation in each type of body that it takes, in an order in which all succeed on a service without runs. */
export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = [
  get('getMe', '/me'),
  post('syncInventory', '/inventory', JSON_TYPE, text({ source_name: 'erp', inventory: STOCK })),
  post('syncInventory', '/inventory', CSV_TYPE, STOCK_CSV),
  post('uploadInventory', '/inventory/uploads', CSV_TYPE, STOCK_CSV),
  post('uploadInventory', '/inventory/uploads', NDJSON_TYPE, lines(STOCK)),
  post('uploadInventory', '/inventory/uploads', JSON_TYPE, text({ source_name: 'erp', inventory: STOCK })),
  post(
    'promiseCarts',
    '/promise?as_of=2026-11-27T14:00:00Z',
    JSON_TYPE,
    text({ destination_zip: '60614', carts: [{ lines: ORDER.lines }] }),
  ),
  post('routeOrder', '/orders/route', JSON_TYPE, text(ORDER)),
  post('routeOrder', '/orders/route', CSV_TYPE, ORDER_CSV),
  post('routeOrders', '/orders/batch-route', JSON_TYPE, text(BATCH)),
  post('routeOrders', '/orders/batch-route', CSV_TYPE, BATCH_CSV),
  get('listInventory', '/inventory'),
  get('listShortInventory', '/inventory/short'),
  get('getOrder', '/orders/SO-1001'),
  get('getDecision', '/decisions/1'),
  get('listOrderDecisions', '/orders/SO-1001/decisions'),
  get('explainDecision', '/decisions/1/why'),
  get('explainOrder', '/orders/SO-1001/why'),
  post('createRun', '/runs', NDJSON_TYPE, lines(BATCH.orders)),
  post('createRun', '/runs', JSON_TYPE, text(BATCH)),
  post('createRun', '/runs', CSV_TYPE, BATCH_CSV),
  post('routeOrders', '/orders/batch-route', JSON_TYPE, text(BATCH), { prefer: 'respond-async' }),
  get('listRuns', '/runs?limit=2'),
  get('getRun', '/runs/1'),
  get('explainRun', '/runs/1/why'),
  get('watchRun', '/runs/1/events'),
  ...[JSON_TYPE, CSV_TYPE, NDJSON_TYPE].map((type) => get('listRunResults', '/runs/1/results', type)),
  post('createWhatIf', '/what-ifs', JSON_TYPE, text(WHAT_IF)),
  get('getWhatIf', '/what-ifs/1'),
  get('listWhatIfs', '/what-ifs'),
  ...[JSON_TYPE, CSV_TYPE, NDJSON_TYPE].map((type) => get('listWhatIfChanges', '/what-ifs/1/changes', type)),
  get('explainWhatIfChange', '/what-ifs/1/changes/1/why'),
  post('cancelWhatIf', '/what-ifs/1/cancel', JSON_TYPE, '{}'),
  { operationId: 'deleteWhatIf', method: 'DELETE', url: '/api/v1/what-ifs/1' },
  ...report('decisions', 'reportDecisions'),
  ...report('shipments', 'reportShipments'),
  ...report('unfulfilled', 'reportUnfulfilled'),
  ...report('usage', 'reportUsage'),
  ...report('inventory', 'reportInventory'),
  post('rerouteOrder', '/orders/SO-1001/reroute', JSON_TYPE, text({ exclude_warehouse_ids: ['ORD1'] })),
  { operationId: 'eraseRawOrderData', method: 'DELETE', url: '/api/v1/orders/SO-1001/raw_order_data' },
  post('releaseOrder', '/orders/SO-1001/release', JSON_TYPE, '{}'),
  post('retryRun', '/runs/5/retry', JSON_TYPE, '{}'),
  post('cancelRun', '/runs/1/cancel', JSON_TYPE, '{}'),
  post('rerouteOrders', '/runs/reroute', JSON_TYPE, text({ statuses: ['NONE', 'PARTIAL'] })),
  post('changeInventory', '/inventory/changes', JSON_TYPE, text({ changes: CHANGES })),
  post('changeInventory', '/inventory/changes', CSV_TYPE, 'sku,warehouse_id,change\nCHAIR-01,EWR1,1\n'),
  post('confirmOrder', '/orders/SO-1002/confirm', JSON_TYPE, '{}'),
  { ...post('shipOrder', '/orders/SO-1002/shipped', JSON_TYPE, '{}'), variant: 'A' },
  post('shipOrders', '/orders/batch-shipped', JSON_TYPE, text({ orders: [{ order_id: 'SO-1002' }] })),
  post('shipOrders', '/orders/batch-shipped', CSV_TYPE, 'order_id\nSO-1002\n'),
];
