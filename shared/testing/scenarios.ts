import {
  consumerProfile,
  type Scenario,
  scenario,
  withCalendars,
  withDisabled,
  withHandling,
} from './scenario.ts';

/** Ship day and delivery day of each warehouse. */
const DATES = [
  [20_787, 20_788],
  [20_787, 20_789],
  [20_787, 20_794],
  [null, null],
] as const;

/**
 * The named cases of the golden files of both contract variants. Every status, policy outcome, Item Control rule,
 * driver and unroutable code occurs at least once. Stock is by warehouse: Edison, Atlanta, Reno and Dallas, which is
 * disabled.
 */
export const SCENARIOS: readonly Scenario[] = [
  // ------------------------------------------------------------------ statuses
  scenario('full-from-preferred', {}),
  scenario('full-from-another', { stock: { CHAIR: [1, 4, 9], LAMP: [5, 5, 5] } }),
  scenario('split', { stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] } }),
  scenario('partial', { stock: { CHAIR: [1, 0, 0], LAMP: [1, 0, 0] } }),
  scenario('partial-split', { stock: { CHAIR: [1, 0, 0], LAMP: [0, 3, 0] } }),
  scenario('no-inventory', { stock: { CHAIR: [0, 0, 0, 7] } }),
  scenario('invalid-zip', { invalid_zip: '0X001' }),
  scenario('empty-zip', { invalid_zip: '' }),
  scenario('routing-only', { settings: { use_inventory_availability: false } }),
  scenario('same-sku-twice', {
    lines: [
      ['CHAIR', 2, 129.5],
      ['LAMP', 1, 40],
      ['CHAIR', 3, 99],
    ],
    stock: { CHAIR: [4, 1, 0], LAMP: [0, 1, 0] },
  }),
  scenario('value-from-sync', {
    lines: [
      ['CHAIR', 2],
      ['LAMP', 1],
    ],
    synced_values: { CHAIR: 120.2575 },
  }),
  scenario('no-enabled-warehouse', { warehouses: withDisabled('EWR1', 'ATL1', 'RNO1') }),

  // ------------------------------------------------------------------ profiles
  scenario('profile-matched', {
    partner_id: 'consumer',
    profiles: [consumerProfile({ settings: { ranking: 'priority' }, warehouse_ids: ['ATL1', 'RNO1'] })],
  }),
  scenario('profile-without-eligible-warehouse', {
    partner_id: 'consumer',
    profiles: [consumerProfile({ warehouse_ids: ['RNO1'] })],
    stock: { CHAIR: [9, 9, 0], LAMP: [9, 9, 0] },
  }),

  // ------------------------------------------------------------------ policies
  scenario('split-warned', {
    settings: { split_shipment: 'warn' },
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] },
  }),
  scenario('split-blocked-partial-instead', {
    settings: { split_shipment: 'block' },
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] },
  }),
  scenario('split-blocked', {
    settings: { split_shipment: 'block', partial_shipment: 'block' },
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] },
  }),
  scenario('more-than-max-shipments', {
    settings: { max_shipments: 2 },
    lines: [
      ['CHAIR', 2, 129.5],
      ['LAMP', 1, 40],
      ['DESK', 1, 310],
    ],
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 0], DESK: [0, 0, 1] },
  }),
  scenario('partial-warned', {
    settings: { partial_shipment: 'warn' },
    stock: { CHAIR: [1, 0, 0], LAMP: [1, 0, 0] },
  }),
  scenario('partial-blocked', {
    settings: { partial_shipment: 'block' },
    stock: { CHAIR: [1, 0, 0], LAMP: [1, 0, 0] },
  }),
  scenario('transit-warned', {
    settings: { max_transit_days: { mode: 'warn', days: 3 } },
    stock: { CHAIR: [0, 0, 2], LAMP: [0, 0, 1] },
  }),
  scenario('transit-blocked', {
    settings: { max_transit_days: { mode: 'block', days: 3 } },
    stock: { CHAIR: [0, 0, 2], LAMP: [0, 0, 1] },
  }),
  scenario('transit-blocked-no-lane', {
    settings: { max_transit_days: { mode: 'block', days: 3 } },
    days: [null, null, null],
  }),
  scenario('preferred-too-slow', {
    settings: { ranking: 'priority', max_transit_days: { mode: 'block', days: 3 } },
    days: [4, 2, 5],
  }),
  scenario('minimum-value-warned', {
    settings: { minimum_shipment_value: { mode: 'warn', value: 50 } },
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] },
  }),
  scenario('minimum-value-blocked', {
    settings: { minimum_shipment_value: { mode: 'block', value: 300 } },
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] },
  }),
  scenario('preferred-below-minimum-value', {
    settings: { prefer_full_shipment: false, minimum_shipment_value: { mode: 'block', value: 50 } },
    stock: { CHAIR: [0, 9, 9], LAMP: [1, 9, 9] },
  }),
  scenario('several-warnings', {
    settings: {
      split_shipment: 'warn',
      partial_shipment: 'warn',
      max_transit_days: { mode: 'warn', days: 1 },
      minimum_shipment_value: { mode: 'warn', value: 50 },
    },
    stock: { CHAIR: [1, 0, 0], LAMP: [0, 3, 0] },
  }),

  // -------------------------------------------------------------- Item Control
  scenario('restrict', {
    item_controls: [
      {
        sku: 'CHAIR',
        rule: 'restrict',
        warehouse_ids: ['ATL1', 'RNO1'],
        fallback: 'block',
        note: 'hazmat licence',
      },
    ],
  }),
  scenario('restrict-without-inventory', {
    item_controls: [
      { sku: 'CHAIR', rule: 'restrict', warehouse_ids: ['RNO1'], fallback: 'block', note: null },
    ],
    lines: [['CHAIR', 2, 129.5]],
    stock: { CHAIR: [9, 9, 0] },
  }),
  scenario('restrict-with-fallback', {
    item_controls: [
      { sku: 'CHAIR', rule: 'restrict', warehouse_ids: ['RNO1'], fallback: 'allow', note: null },
    ],
    stock: { CHAIR: [9, 9, 1], LAMP: [5, 5, 5] },
  }),
  scenario('prefer', {
    item_controls: [{ sku: 'LAMP', rule: 'prefer', warehouse_ids: ['RNO1'], note: 'nearer to the maker' }],
  }),
  scenario('prefer-in-vain', {
    item_controls: [{ sku: 'LAMP', rule: 'prefer', warehouse_ids: ['ATL1', 'RNO1'], note: null }],
    stock: { CHAIR: [9, 1, 9], LAMP: [9, 9, 9] },
  }),
  scenario('exclude', {
    item_controls: [{ sku: 'LAMP', rule: 'exclude', warehouse_ids: ['EWR1'], note: null }],
  }),
  scenario('do-not-split', {
    item_controls: [{ sku: 'CHAIR', rule: 'do_not_split', note: null }],
    stock: { CHAIR: [1, 1, 1], LAMP: [1, 1, 1] },
  }),
  scenario('do-not-partial', {
    item_controls: [{ sku: 'CHAIR', rule: 'do_not_partial', note: 'sold as a pair' }],
    stock: { CHAIR: [1, 0, 0], LAMP: [1, 0, 0] },
  }),
  scenario('do-not-partial-nothing-left', {
    item_controls: [{ sku: 'CHAIR', rule: 'do_not_partial', note: 'sold as a pair' }],
    lines: [['CHAIR', 2, 129.5]],
    stock: { CHAIR: [1, 0, 0] },
  }),
  scenario('drop-ship-beside-full', {
    item_controls: [{ sku: 'LAMP', rule: 'drop_ship', note: 'ships from the maker' }],
  }),
  scenario('drop-ship-beside-split', {
    item_controls: [{ sku: 'LAMP', rule: 'drop_ship', note: null }],
    stock: { CHAIR: [1, 1, 0] },
  }),
  scenario('drop-ship-all', {
    item_controls: [
      { sku: 'CHAIR', rule: 'drop_ship', note: null },
      { sku: 'LAMP', rule: 'drop_ship', note: null },
    ],
  }),
  scenario('hold', { item_controls: [{ sku: 'CHAIR', rule: 'hold', note: 'recall of batch 7' }] }),
  scenario('item-max-transit-days', {
    item_controls: [{ sku: 'LAMP', rule: 'max_transit_days', days: 1, note: null }],
    stock: { CHAIR: [2, 9, 9], LAMP: [0, 9, 9] },
  }),
  scenario('several-rules', {
    item_controls: [
      { sku: 'CHAIR', rule: 'exclude', warehouse_ids: ['EWR1'], note: 'no forklift' },
      { sku: 'CHAIR', rule: 'do_not_split', note: null },
      { sku: 'LAMP', rule: 'prefer', warehouse_ids: ['RNO1'], note: null },
      { sku: 'LAMP', rule: 'exclude', warehouse_ids: ['EWR1'], note: 'no forklift' },
    ],
    stock: { CHAIR: [9, 2, 1], LAMP: [9, 1, 1] },
  }),
  scenario('safety-stock', {
    item_controls: [
      { sku: 'CHAIR', rule: 'safety_stock', units: 9, warehouse_ids: ['EWR1'], note: 'for the shop' },
      { sku: 'LAMP', rule: 'safety_stock', units: 1, note: null },
    ],
  }),

  // ------------------------------------------------- dates and capacity: 20787 is 2026-11-30, a Monday
  scenario('dated-by-delivery', {
    warehouses: withCalendars(2),
    settings: { ranking: 'delivery' },
    dates: [
      [20_788, 20_789],
      [20_787, 20_788],
      [20_787, 20_794],
      [null, null],
    ],
  }),
  scenario('dated-split', {
    warehouses: withCalendars(),
    dates: DATES,
    stock: { CHAIR: [2, 0, 0], LAMP: [0, 3, 3] },
  }),
  scenario('late-warned', {
    warehouses: withCalendars(),
    settings: { late_delivery: 'warn' },
    dates: DATES,
    deliver_by: '2026-11-30',
  }),
  scenario('late-blocked', {
    warehouses: withCalendars(),
    settings: { late_delivery: 'block' },
    dates: DATES,
    deliver_by: '2026-11-30',
  }),
  scenario('preferred-too-late', {
    warehouses: withCalendars(),
    settings: { ranking: 'priority', late_delivery: 'block' },
    dates: [
      [20_788, 20_789],
      [20_787, 20_788],
      [20_787, 20_794],
      [null, null],
    ],
    deliver_by: '2026-12-01',
  }),
  scenario('preferred-no-capacity', { warehouses: withCalendars(), dates: DATES, full: { 0: 20_788 } }),
  scenario('no-capacity', {
    warehouses: withCalendars(),
    dates: DATES,
    full: { 0: 20_788, 1: null, 2: 20_790 },
  }),
  scenario('no-capacity-for-a-part', {
    warehouses: withCalendars(),
    dates: DATES,
    full: { 1: 20_788, 2: 20_788 },
    stock: { CHAIR: [2, 9, 9], LAMP: [0, 9, 9] },
  }),
  scenario('lowest-cost', {
    settings: { objective: 'lowest_cost' },
    warehouses: withHandling({ per_shipment: 1.5, per_unit: 0.25 }),
    prices: [30, 5.25, 4, null],
    synced_weights: { CHAIR: 7.5, LAMP: 2 },
    stock: { CHAIR: [10, 10, 0], LAMP: [10, 0, 10] },
  }),
  scenario('priced-without-weights', { prices: [9.995, 8, 7, null], synced_weights: { CHAIR: 30 } }),
  scenario('unpriced-shipment', {
    prices: [12, null, 7, null],
    synced_weights: { CHAIR: 1, LAMP: 1 },
    stock: { CHAIR: [10, 10, 0], LAMP: [0, 10, 0] },
  }),
  scenario('priced-and-nothing-ships', { prices: [12, 8, 7, null], stock: { CHAIR: [], LAMP: [] } }),
];
