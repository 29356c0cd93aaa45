import type { AccountFileInput } from '../../shared/account/account-file.ts';
import { createCatalogue } from './catalogue.ts';
import { createCustomers } from './customers.ts';
import type { DemoShop } from './demo-shop.ts';
import { createRandom } from './random.ts';

const STORES = 600;
const SEED = 600;

/** Stores about where people live, one in twenty of them closed. */
const WAREHOUSES = storeZips().map((zip, index) => {
  const warehouse_id = `S${String(index + 1).padStart(3, '0')}`;
  return {
    ...{ warehouse_id, warehouse_name: `Store ${zip}`, zip, enabled: index % 20 !== 19, priority: index + 1 },
    calendar: { time_zone: 'America/New_York', cut_off: '14:00' },
    capacity: { shipments_per_day: 20 },
  };
});

/** The third demo client: a chain that ships from its stores, each of which sends some parcels a day. */
export const CHAIN_ACCOUNT = {
  client: {
    slug: 'chain',
    name: 'Corner Stores',
    contract_variant: 'A',
    plan: 'enterprise',
    subscription_status: 'active',
  },
  warehouses: WAREHOUSES,
  settings: { max_shipments: 3, split_shipment: 'allow' },
  api_keys: [{ name: 'shop', environment: 'live' }],
} satisfies AccountFileInput;

/** What the chain sells. */
export const CHAIN_SHOP: DemoShop = {
  prefix: 'CS',
  catalogue: createCatalogue(
    60,
    [
      ['TOY', ['Puzzle', 'Board game', 'Ball'], 9, 59],
      ['HOME', ['Towel', 'Candle', 'Vase'], 7, 49],
    ],
    ['red', 'blue', 'green', 'sand'],
  ),
  channels: [{ share: 100, partner_id: null, units: [1, 1, 1, 2] }],
  warehouses: WAREHOUSES,
};

function storeZips(): string[] {
  const random = createRandom(SEED);
  const drawZip = createCustomers();
  const zips = new Set<string>();
  while (zips.size < STORES) zips.add(drawZip(random));
  return [...zips];
}
