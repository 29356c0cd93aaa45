import type { OrderRequest } from '../../shared/contracts/order.ts';
import type { DemoProduct } from './catalogue.ts';
import { createCustomers } from './customers.ts';
import { DEMO_SHOP, type DemoShop } from './demo-shop.ts';
import { createLottery, createRandom, type Random } from './random.ts';

const LINE_COUNTS = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4];
const BAD_ZIPS = ['', '00000', '1234', '9021O', 'SW1A 1AA', '00213'];
const SHIP_METHODS = ['Ground', 'Ground', 'Ground', 'Two day', 'Next day'];
const FIRST_ORDER_AT = Date.UTC(2026, 0, 5);

/**
 * Generates a demo client's orders, one after another. IDs count from 1. Most orders are small, some are VIP or urgent,
 * and one in a hundred has a bad ZIP. The same seed gives the same orders, however many are taken.
 */
export function* generateOrders(
  count: number,
  seed: number,
  shop: DemoShop = DEMO_SHOP,
): Generator<OrderRequest, void> {
  const random = createRandom(seed);
  const drawZip = createCustomers();
  const drawProduct = createLottery(shop.catalogue, (product) => product.popularity);
  const drawChannel = createLottery(shop.channels, (channel) => channel.share);
  let createdAt = FIRST_ORDER_AT;
  for (let number = 1; number <= count; number++) {
    createdAt += random.between(1, 60) * 1000;
    const channel = drawChannel(random);
    yield {
      external_order_id: `${shop.prefix}-${String(number).padStart(6, '0')}`,
      destination_zip: random.chance(0.01) ? random.pick(BAD_ZIPS) : drawZip(random),
      lines: drawProducts(random, drawProduct).map((product) => ({
        sku: product.sku,
        quantity: random.pick(channel.units),
        // A line without a value takes the synced one.
        ...(random.chance(0.9) && { unit_value: product.unit_value }),
      })),
      is_vip: random.chance(0.04),
      ...(random.chance(0.25) && { priority_level: random.between(1, 3) }),
      order_created_at: new Date(createdAt).toISOString(),
      ...(channel.partner_id !== null && { partner_id: channel.partner_id }),
      ship_method: random.pick(SHIP_METHODS),
      raw_order_data: { cart: number * 7 },
    };
  }
}

function drawProducts(random: Random, drawProduct: (random: Random) => DemoProduct): DemoProduct[] {
  const products = new Set<DemoProduct>();
  for (let wanted = random.pick(LINE_COUNTS); wanted > 0; wanted--) products.add(drawProduct(random));
  return [...products];
}
