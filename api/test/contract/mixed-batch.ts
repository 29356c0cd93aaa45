import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import { anOrder } from '../api.ts';

/**
 * A client and a batch whose orders have every status, with warnings, a block, a profile and Item Control.
 * Five orders are FULL, four NONE, three PARTIAL, two SPLIT and one PARTIAL_SPLIT: no count equals another. All go
 * to New York, nearest to Edison, but STRANGER, which goes to Atlanta.
 */
export const MIXED_ACCOUNT: Omit<AccountFileInput, 'client'> = {
  settings: { split_shipment: 'warn', partial_shipment: 'warn' },
  profiles: [
    {
      partner_id: 'strict',
      name: 'Strict partner',
      settings: { split_shipment: 'block', partial_shipment: 'block' },
    },
  ],
  item_controls: [
    { sku: 'ACID', rule: 'exclude', warehouse_ids: ['EWR1'], note: 'no licence in Edison' },
    { sku: 'ACID', rule: 'do_not_split' },
    { sku: 'GLUE', rule: 'restrict', warehouse_ids: ['ATL1'], note: 'ventilated hall only' },
    { sku: 'GLUE', rule: 'max_transit_days', days: 9 },
  ],
};

/** Rows of `[sku, warehouse_id, quantity]`. */
export const MIXED_STOCK: readonly (readonly [string, string, number])[] = [
  ['CHAIR', 'EWR1', 9],
  ['CHAIR', 'ATL1', 9],
  ['DESK', 'ATL1', 3],
  ['LAMP', 'EWR1', 1],
  ['LAMP', 'ATL1', 1],
  ['BENCH', 'EWR1', 2],
  ['BENCH', 'ATL1', 1],
  ['RUG', 'EWR1', 1],
  ['RUG', 'ATL1', 1],
  ['SHELF', 'EWR1', 1],
  ['SHELF', 'ATL1', 1],
  ['CUP', 'EWR1', 1],
  ['PEN', 'EWR1', 2],
  ['ACID', 'EWR1', 9],
  ['ACID', 'ATL1', 9],
  ['GLUE', 'ATL1', 9],
];

const order = (
  external_order_id: string,
  sku: string,
  quantity: number,
  unit_value: number,
  fields: Record<string, unknown> = {},
) => anOrder({ external_order_id, lines: [{ sku, quantity, unit_value }], ...fields });

/** In request order, which is the order of allocation. */
export const MIXED_ORDERS = [
  order('FULL', 'CHAIR', 2, 10.5),
  order('ELSEWHERE', 'DESK', 1, 7),
  order('SPLIT', 'LAMP', 2, 4),
  order('SPLIT-2', 'BENCH', 3, 4),
  order('PARTIAL', 'DESK', 5, 1.25),
  order('PARTIAL-2', 'CUP', 3, 1),
  order('PARTIAL-3', 'PEN', 3, 1),
  order('PARTIAL-SPLIT', 'RUG', 3, 3),
  order('BLOCKED', 'SHELF', 2, 1, { partner_id: 'strict' }),
  order('NO-ZIP', 'CHAIR', 1, 1, { destination_zip: '00000' }),
  order('NO-STOCK', 'SOFA', 1, 1),
  order('NO-STOCK-2', 'SOFA', 4, 1),
  order('PARTNER', 'CHAIR', 1, 6, { partner_id: 'strict' }),
  order('STRANGER', 'CHAIR', 1, 6, { partner_id: 'Strict', destination_zip: '30303' }),
  anOrder({
    external_order_id: 'CONTROLLED',
    lines: [
      { sku: 'ACID', quantity: 2, unit_value: 1 },
      { sku: 'GLUE', quantity: 1, unit_value: 1 },
    ],
  }),
];
