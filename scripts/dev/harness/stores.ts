import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import { zipsOfPrefix } from '../../../shared/transit/zip-codes.ts';
import { DEMO_ACCOUNT } from '../../demo/demo-account.ts';

const ZIPS = zipsOfPrefix('');
const PLENTY = 1_000_000_000;
const SKU = 'A-1';

/** ZIPs of the whole country, equally far from one another in their order. */
function spread(count: number, first = 0): string[] {
  return Array.from(
    { length: count },
    (_, n) => ZIPS[(first + Math.floor((n * ZIPS.length) / count)) % ZIPS.length]!,
  );
}

/** A client with so many stores, all of which have plenty of one SKU, and with these parts of its account file changed. */
export function stores(count: number, changed: Partial<AccountFileInput> = {}, store: object = {}) {
  const warehouses = spread(count).map((zip, n) => ({
    ...{ warehouse_id: `W${n}`, warehouse_code: `W${n}`, zip, priority: n + 1 },
    ...store,
  }));
  const { client, api_keys } = DEMO_ACCOUNT;
  const account: AccountFileInput = { client, api_keys, warehouses, ...changed };
  const inventory = warehouses.map(({ warehouse_id }) => ({
    ...{ sku: SKU, warehouse_id, quantity_available: PLENTY },
  }));
  return { account, folder: null, inventory };
}

/** Orders of one unit to as many ZIPs, under IDs that no other round has. With another `first` they are other ZIPs. */
export function ordersToZips(count: number, round: number, first = 0): object[] {
  return spread(count, first).map((destination_zip, n) => ({
    ...{ external_order_id: `O-${1000 + round}-${1_000_000 + n}`, destination_zip },
    lines: [{ sku: SKU, quantity: 1 }],
  }));
}
