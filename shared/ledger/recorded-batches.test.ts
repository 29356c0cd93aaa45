import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../scripts/demo/demo-account.ts';
import { generateInventory } from '../../scripts/demo/demo-inventory.ts';
import { generateOrders } from '../../scripts/demo/demo-orders.ts';
import { ledgerInMemory } from '../../scripts/demo/ledger-in-memory.ts';
import { parseAccountFile } from '../accounts/account-file.ts';
import { orderRequest, type RoutingOrder, toRoutingOrders } from '../contracts/order.ts';
import { variantUnder } from '../contracts/present.ts';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import type { Configuration, Destination, Settings } from '../engine/types.ts';
import { atOnce } from '../foundation/steps.ts';
import { goldenFolder } from '../testing/golden.ts';
import { isLong } from '../testing/long.ts';
import { locateZip, parseZip } from '../transit/zip-codes.ts';
import { zoneLane } from '../transit/zone.ts';
import { decideAll } from './decide-turn.ts';
import { encodeDecision } from './decisions/codec.ts';
import { countStatuses } from './status-counts.ts';
import type { StockByWarehouse } from './stock/stock-pool.ts';

/**
 * Whole batches, recorded once: however decisions are computed and written, their answers stay the same bytes.
 * The recording holds digests; UPDATE_GOLDEN=1 makes it again if an answer changes on purpose.
 */

const SEED = 5;
const ORDERS = 1500;
/** Shares of the demo stock. The fewer units, the more orders of every status. */
const SHARES = isLong || process.env.UPDATE_GOLDEN === '1' ? [1, 0.5, 0.1] : [0.1];
const recorded = goldenFolder(new URL('./recorded/', import.meta.url));

const ACCOUNT_SETTINGS: Settings = { ...DEFAULT_SETTINGS, ...DEMO_ACCOUNT.settings };

const VARIATIONS: Readonly<Record<string, Partial<Settings>>> = {
  "the account's own": {},
  defaults: DEFAULT_SETTINGS,
  'nearest first': { prefer_full_shipment: false },
  'by priority': { ranking: 'priority', priority_allocation: false },
  'without inventory': { use_inventory_availability: false },
  'no splits': { split_shipment: 'block' },
  'warned splits and partials': { split_shipment: 'warn', partial_shipment: 'warn' },
  'no partials, two shipments': { partial_shipment: 'block', max_shipments: 2 },
  'three days': { max_transit_days: { mode: 'block', days: 3 } },
  'worth forty': { minimum_shipment_value: { mode: 'block', value: 40 } },
  'nearest first, worth forty': {
    prefer_full_shipment: false,
    minimum_shipment_value: { mode: 'block', value: 40 },
  },
};

const orders: readonly RoutingOrder[] = toRoutingOrders(
  [...generateOrders(ORDERS, SEED)].map((order) => orderRequest.parse(order)),
  (index) => `orders[${index}]`,
);

describe('recorded batches', () => {
  for (const [name, settings] of Object.entries(VARIATIONS)) {
    it(`are answered the same, byte for byte: ${name}`, () => {
      const configuration = configurationWith({ ...ACCOUNT_SETTINGS, ...settings });
      const digests = SHARES.map((share) => digestsOf(configuration, share));
      const actual = `${JSON.stringify(digests, null, 2)}\n`;
      const expected = JSON.parse(recorded.expected(name.replaceAll(/\W+/g, '-'), actual));
      expect(digests).toEqual(expected.slice(-SHARES.length));
    });
  }
});

function configurationWith(settings: Settings): Configuration {
  const { warehouses = [], profiles = [], item_controls = [] } = parseAccountFile(DEMO_ACCOUNT);
  return { settings, warehouses, profiles, item_controls };
}

/** Decides the orders on a share of the demo stock, in both variants, and digests all that is made of it. */
function digestsOf(configuration: Configuration, share: number): object {
  const digests: Record<string, unknown> = { share };
  for (const variant of ['A', 'B'] as const) {
    const stock = stockFor(configuration, share);
    const state = ledgerInMemory({ configuration, contract_variant: variant, stock });
    const { decisions } = decideAll(state, { orders, destinations: destinationsFor(configuration) });
    const counts = countStatuses(decisions);
    const decided = decisions.map((decision, i) => ({ id: i + 1, order: orders[i]!, decision }));
    const run = {
      routing_run_id: 1,
      client_run_number: 1,
      client_id: 1,
      status: 'completed' as const,
      orders_considered: ORDERS,
      orders_routed: ORDERS,
      ...counts,
    };
    const routed = { run, configuration: { configuration, contract_variant: variant }, decisions: decided };
    digests[variant] = {
      ...counts,
      answer: digest(atOnce(variantUnder(routed.configuration).presentRun(routed))),
      stored: digest(decided.map(({ decision, order }) => encodeDecision(decision, order)).join('\n')),
    };
  }
  return digests;
}

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function stockFor({ warehouses }: Configuration, share: number): Map<string, StockByWarehouse> {
  const places = new Map(warehouses.map(({ warehouse_id }, index) => [warehouse_id, index]));
  const stock = new Map<string, StockByWarehouse>();
  for (const { sku, warehouse_id, quantity_available } of generateInventory(ORDERS, SEED)) {
    let entry = stock.get(sku);
    if (entry === undefined) {
      entry = { quantity: Array(places.size).fill(0), reserved: Array(places.size).fill(0) };
      stock.set(sku, entry);
    }
    entry.quantity[places.get(warehouse_id)!] = Math.floor(quantity_available * share);
  }
  return stock;
}

function destinationsFor({ warehouses }: Configuration): Map<string, Destination | null> {
  const destinations = new Map<string, Destination | null>();
  for (const { destination_zip: sent } of orders) {
    if (destinations.has(sent)) continue;
    const zip = parseZip(sent);
    const known = zip !== null && locateZip(zip) !== null;
    destinations.set(sent, known ? { zip, lanes: warehouses.map((each) => zoneLane(each.zip, zip)) } : null);
  }
  return destinations;
}
