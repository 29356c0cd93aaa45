import { expect, it } from 'vitest';
import { orderCsv, ordersCsvHeader } from './orders-csv.ts';

const ORDER = {
  order_id: '=SO,1',
  routing_decision_id: 7,
  routing_run_id: 3,
  client_run_number: 2,
  run_kind: 'sync' as const,
  decided_at: '2026-11-22T10:00:00.000Z',
  state: 'current' as const,
  latest: true,
  status: 'PARTIAL' as const,
  warned: false,
  destination_zip: '08837',
  skus: ['CHAIR'],
  sku_count: 1,
  units_ordered: 4,
  units_shipped: 3,
  shipments: 1,
  warehouses: [{ warehouse_id: 'EWR1', warehouse_name: 'Edison NJ' }],
  reasons: ['insufficient_inventory' as const],
  holds_units: true,
  rerouted: false,
};

it('is a row for each order, with as many cells as columns, and runs nothing in a spreadsheet', () => {
  expect(orderCsv(ORDER)).toBe(
    `"'=SO,1",PARTIAL,insufficient_inventory,"=""08837""",4,3,1,EWR1,false,true,false,2026-11-22T10:00:00.000Z,2,7,current\r\n`,
  );
  expect(ordersCsvHeader().split(',')).toHaveLength(15);
});
