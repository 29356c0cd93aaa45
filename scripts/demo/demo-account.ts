import type { AccountFileInput } from '../../shared/account/account-file.ts';

/** In the order of the client's own priority. Groveport is closed. */
const DEMO_WAREHOUSES = (
  [
    ['EWR1', 'Edison NJ', '08837'],
    ['ONT1', 'Fontana CA', '92337'],
    ['ORD1', 'Romeoville IL', '60446'],
    ['DFW1', 'Fort Worth TX', '76177'],
    ['ATL1', 'McDonough GA', '30253'],
    ['ABE1', 'Breinigsville PA', '18031'],
    ['LAL1', 'Lakeland FL', '33811'],
    ['MEM1', 'Memphis TN', '38118'],
    ['SEA1', 'Kent WA', '98032'],
    ['RNO1', 'Reno NV', '89506'],
    ['CMH1', 'Groveport OH', '43125'],
  ] as const
).map(([warehouse_id, warehouse_name, zip], index) => ({
  warehouse_id,
  warehouse_code: `W-${String(index + 1).padStart(3, '0')}`,
  warehouse_name,
  zip,
  enabled: warehouse_id !== 'CMH1',
  priority: index + 1,
}));

/**
 * The demo client as an account file: eleven warehouses at places that really have such warehouses, one of them closed,
 * with two partner profiles and a rule for some of its products.
 */
export const DEMO_ACCOUNT = {
  client: {
    slug: 'demo',
    name: 'Demo Outfitters',
    contract_variant: 'A',
    plan: 'enterprise',
    subscription_status: 'active',
  },
  warehouses: DEMO_WAREHOUSES,
  settings: {
    max_transit_days: { mode: 'warn', days: 4 },
    minimum_shipment_value: { mode: 'warn', value: 15 },
    max_shipments: 4,
    split_shipment: 'allow',
  },
  profiles: [
    {
      partner_id: 'marketplace',
      name: 'Marketplace',
      settings: { split_shipment: 'block', max_transit_days: { mode: 'block', days: 5 } },
    },
    {
      partner_id: 'wholesale',
      name: 'Wholesale',
      settings: { ranking: 'priority', minimum_shipment_value: { mode: 'block', value: 50 } },
      warehouse_ids: ['EWR1', 'ONT1', 'ORD1', 'DFW1', 'ATL1'],
    },
  ],
  item_controls: [
    { sku: 'LAMP-300', rule: 'restrict', warehouse_ids: ['DFW1', 'ONT1', 'EWR1'], note: 'battery licence' },
    { sku: 'COOK-100', rule: 'exclude', warehouse_ids: ['LAL1'], note: 'no gas in this building' },
    { sku: 'WEAR-100', rule: 'prefer', warehouse_ids: ['MEM1'], note: 'returns are repacked there' },
    { sku: 'TENT-100', rule: 'do_not_split', note: 'poles and canvas travel together' },
    { sku: 'COOK-200', rule: 'do_not_partial', note: 'sold as a set' },
    { sku: 'TENT-209', rule: 'drop_ship', note: 'ships from the maker' },
    { sku: 'BOOT-307', rule: 'hold', note: 'recall' },
  ],
  transit: { provider: 'zone' },
  api_keys: [
    { name: 'demo', environment: 'live' },
    { name: 'demo', environment: 'test' },
  ],
} satisfies AccountFileInput;
