import fc from 'fast-check';
import type { RoutingOrder } from '../contracts/order.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });

/** Trimmed, as IDs are. */
const id = word.map((text) => text.replaceAll('\0', '').trim()).filter((text) => text !== '');
const note = word.map((text) => text.replaceAll('\0', '')).filter((text) => text.trim() !== '');

/** Valid orders, some of them with quotes, commas and line ends in their texts; each order ID occurs once. */
export const arbitraryOrders: fc.Arbitrary<RoutingOrder[]> = fc.uniqueArray(
  fc.record({
    order_id: fc.oneof(id, fc.constantFrom('"', '""', 'a,b', 'a\nb', 'x"y', "'")),
    destination_zip: fc.constantFrom('60614', '60614-1234', '', 'nowhere'),
    lines: fc.array(
      fc.record(
        {
          sku: id,
          quantity: fc.integer({ min: 1, max: 9 }),
          unit_value: fc.option(fc.constantFrom(0, 0.005, 129.5, 1_000_000_000)),
          unit_weight: fc.constantFrom(0, 0.0005, 22.5, 1_000_000_000),
        },
        { requiredKeys: ['sku', 'quantity', 'unit_value'] },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    is_vip: fc.boolean(),
    priority_level: fc.option(fc.integer({ min: -5, max: 5 })),
    order_created_at: fc.option(fc.constantFrom('2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000001Z')),
    partner_id: fc.option(id),
    carrier: fc.option(note),
    ship_method: fc.option(note),
    raw_order_data: fc.constant(null),
  }),
  { selector: (order) => order.order_id, maxLength: 12 },
);
