import type { AccountFileInput } from '../../shared/account/account-file.ts';
import { locateZip, zipsOfPrefix } from '../../shared/transit/zip-codes.ts';
import { zoneLane } from '../../shared/transit/zone.ts';
import { createCatalogue } from './catalogue.ts';
import type { DemoShop } from './demo-shop.ts';

const WAREHOUSES = (
  [
    ['GSO1', 'High Point NC', '27260'],
    ['ONT2', 'Ontario CA', '91761'],
    ['IND1', 'Plainfield IN', '46168'],
    ['HOU1', 'Houston TX', '77038'],
  ] as const
).map(([warehouse_id, warehouse_name, zip], index) => ({
  warehouse_id,
  warehouse_name,
  zip,
  enabled: true,
  priority: index + 1,
}));

/**
 * The second demo client. Unlike the first it has contract variant B, a smaller plan, few warehouses, and a lane table of
 * its own with the days of its freight carrier (`furnitureLanes`, to be imported after this file is applied).
 */
export const FURNITURE_ACCOUNT = {
  client: {
    slug: 'furniture',
    name: 'Harbor Furniture',
    contract_variant: 'B',
    plan: 'starter',
    subscription_status: 'active',
  },
  warehouses: WAREHOUSES,
  settings: { max_transit_days: { mode: 'warn', days: 5 }, max_shipments: 2 },
  item_controls: [
    { sku: 'TABLE-100', rule: 'do_not_split', note: 'top and legs travel together' },
    { sku: 'LAMP-201', rule: 'exclude', warehouse_ids: ['HOU1'], note: 'no glass in this building' },
  ],
  api_keys: [{ name: 'shop', environment: 'live' }],
} satisfies AccountFileInput;

/** What the second demo client sells. */
export const FURNITURE_SHOP: DemoShop = {
  prefix: 'HF',
  catalogue: createCatalogue(
    24,
    [
      ['CHAIR', ['Dining chair', 'Armchair'], 89, 649],
      ['TABLE', ['Dining table', 'Side table'], 119, 1299],
      ['LAMP', ['Floor lamp', 'Glass pendant'], 59, 289],
    ],
    ['oak', 'walnut', 'black', 'white'],
  ),
  channels: [
    { share: 85, partner_id: null, units: [1, 1, 1, 2, 2, 4, 6] },
    { share: 15, partner_id: 'hotels', units: [6, 8, 10, 12] },
  ],
  warehouses: WAREHOUSES,
};

/** The miles of a truck a day, stops included. */
const MILES_A_DAY = 450;

/**
 * The second demo client's lane table as CSV (layout prefix-days): days by distance and one day for the hand-over, for
 * the mainland only.
 */
export function furnitureLanes(): string {
  const prefixes = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0'));
  const destinations = prefixes.flatMap((prefix) => {
    const [zip] = zipsOfPrefix(prefix);
    return zip !== undefined && locateZip(zip)?.region === 'mainland' ? { prefix, zip } : [];
  });
  const lines = WAREHOUSES.flatMap((warehouse) =>
    destinations.map(({ prefix, zip }) => {
      const { distance_miles } = zoneLane(warehouse.zip, zip)!;
      return [warehouse.warehouse_id, prefix, 1 + Math.ceil(distance_miles! / MILES_A_DAY)];
    }),
  );
  return [['warehouse_id', 'destination_zip3', 'transit_days'], ...lines].map((line) => `${line}\n`).join('');
}
