import { z } from 'zod';
import { count } from './common.ts';

/** What the erasing of an order's raw_order_data did. */
export const erasedRawData = z
  .strictObject({
    order_id: z.string(),
    erased: count.describe('Routings of the order that had raw_order_data; 0: none had any.'),
  })
  .meta({ id: 'ErasedRawOrderData' });

export type ErasedRawData = z.output<typeof erasedRawData>;

/** What stands in the place of raw_order_data that was erased, as JSON text. */
export const erasedMark = (at: Date) => JSON.stringify({ erased_at: at.toISOString() });

/** A regular expression, also for PostgreSQL, that only such a text meets. */
export const ERASED_MARK = String.raw`^\{"erased_at":"[-0-9T:.]+Z"\}$`;
