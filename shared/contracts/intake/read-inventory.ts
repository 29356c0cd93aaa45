import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { faultsOf, validationFailed } from '../../foundation/errors/faults.ts';
import {
  type InventoryRow,
  inventoryRow,
  inventorySyncRequest,
  MAX_ROW_BYTES,
  toInventoryRow,
} from '../inventory.ts';
import { unstorableText } from '../storable-text.ts';
import { INVENTORY_LAYOUT } from './csv-columns.ts';
import type { ElementCheck, IntakeRecord } from './intake-record.ts';
import { IntakeWarnings } from './intake-warnings.ts';
import { warningOfLooks } from './look-alike.ts';
import { type IntakeFormat, readElements, rowReader } from './read-elements.ts';

const frame = inventorySyncRequest.pick({ source_name: true, counted_at: true });

/**
 * Reads the rows of a snapshot in the variant, good and faulty ones, in the order of the body. It reads no faster than
 * the caller takes rows, so memory does not grow with the body. A JSON document is the body of POST /inventory;
 * `onHead` gets its source_name and counted_at. `warnings` gets the warnings of a CSV header.
 * Throws AppError if the body as a whole cannot be read: invalid_json, client_id_in_body, validation_failed (a CSV
 * header, a JSON document without rows), body_too_large.
 */
export function readInventory(
  body: AsyncIterable<Buffer>,
  format: IntakeFormat,
  variant: 'A' | 'B',
  onHead: (sourceName: string | null, countedAt: string | null) => void = () => {},
  warnings: IntakeWarnings = new IntakeWarnings(),
): AsyncGenerator<IntakeRecord<InventoryRow>[]> {
  const check = inventoryCheck(variant);
  const onFrame = (document: unknown, json: string) => {
    const sent = frame.safeParse(document);
    const faults = [...unstorableText(json, document), ...faultsOf(sent.error?.issues ?? [])];
    if (faults.length > 0) throw validationFailed(faults);
    onHead(sent.data?.source_name ?? null, sent.data?.counted_at ?? null);
  };
  const kind = { name: 'inventory', maxBytes: MAX_ROW_BYTES, schema: inventorySyncRequest, check, onFrame };
  const csv = () => rowReader(INVENTORY_LAYOUT, check, warnings);
  return warningOfLooks(readElements(body, format, { ...kind, csv }), warnings);
}

/** Makes the check of a row of a snapshot in the variant, by the same rules as the JSON of a sync. */
function inventoryCheck(variant: 'A' | 'B'): ElementCheck<InventoryRow> {
  return (sent, faults) => {
    if (typeof sent === 'object' && sent !== null && 'client_id' in sent) {
      const code = 'client_id_in_body';
      faults.push({ path: 'client_id', message: ERRORS[code].detail, code });
      return null;
    }
    const row = inventoryRow.safeParse(sent);
    if (!row.success) {
      faults.push(...faultsOf(row.error.issues, ''));
      return null;
    }
    const read = toInventoryRow(row.data, variant, faults);
    return faults.length === 0 ? read : null;
  };
}
