import { MAX_IDENTIFIER } from '../common.ts';
import type { IntakeWarning } from '../intake-warning.ts';
import { MAX_ORDER_BYTES } from '../order-limits.ts';
import {
  batchShippedRequest,
  MAX_SHIPPED_ORDERS,
  NONE_LEFT,
  type RefusedOrder,
  type ShippedElement,
  shippedElement,
} from '../shipped.ts';
import { CsvShipped } from './csv-shipped.ts';
import type { OnInvalid } from './found-faults.ts';
import { type ElementCheck, type IntakeRecord, toFault } from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';
import { readWholeFile } from './read-elements.ts';
import { strictFaults } from './strict-body.ts';
import type { WholeBody } from './whole-body.ts';

/** An order of the body, or why it is left out. */
export type SentShipped = ShippedElement | RefusedOrder;

/**
 * Reads orders that have shipped. A faulty order refuses the body, or is left out: with `skip`, and always if its only fault
 * is a quantity of 0. Throws AppError: invalid_json, client_id_in_body, validation_failed.
 */
export async function readShipped(
  body: WholeBody,
  onInvalid: OnInvalid,
): Promise<{
  readonly orders: readonly SentShipped[];
  readonly warnings: readonly IntakeWarning[] | null;
}> {
  const kind = { name: 'orders', maxBytes: MAX_ORDER_BYTES, schema: batchShippedRequest, check };
  const csv = ({ warnings }: CsvReading) => new CsvShipped(check, warnings);
  const { values: orders, warnings } = await readWholeFile<SentShipped>(
    body,
    { ...kind, csv },
    ['order', MAX_SHIPPED_ORDERS],
    (records) => leavingOut(records, onInvalid),
  );
  return { orders, warnings };
}

/** A faulty order has its ID alone. */
const check: ElementCheck<SentShipped> = (sent, faults) => {
  const checked = shippedElement.safeParse(sent);
  if (checked.success) return { ...checked.data, order_id: checked.data.order_id.trim() };
  faults.push(...strictFaults(checked.error.issues));
  const { order_id } = (sent ?? {}) as Record<string, unknown>;
  return { order_id: typeof order_id === 'string' ? order_id.trim().slice(0, MAX_IDENTIFIER) : '' };
};

async function* leavingOut(
  elements: AsyncIterable<readonly IntakeRecord<SentShipped>[]>,
  onInvalid: OnInvalid,
): AsyncGenerator<IntakeRecord<SentShipped>[]> {
  for await (const records of elements)
    yield records.map((record) => {
      const { faults, value } = record;
      if (faults.length === 0) return record;
      const isLeftOut = onInvalid === 'skip' || faults.every(({ message }) => message === NONE_LEFT);
      if (!isLeftOut) return { ...record, value: null };
      const detail = faults.map(toFault).map(({ path, message }) => `${path}: ${message}`);
      const order = { order_id: value?.order_id ?? '', code: 'validation_failed', detail: detail.join('; ') };
      return { ...record, value: order, faults: [] };
    });
}
