import type { IntakeWarning } from '../intake-warning.ts';
import { MAX_ROW_BYTES } from '../inventory.ts';
import { MAX_CHANGES, type StockChange, stockChange, stockChanges, toStockChange } from '../stock-changes.ts';
import { CHANGES_LAYOUT } from './csv-columns.ts';
import { atMost, readWhole, type WholeReading } from './found-faults.ts';
import type { ElementCheck } from './intake-record.ts';
import { plainReading } from './intake-warnings.ts';
import { readElements, rowReader, strictFrame } from './read-elements.ts';
import { strictFaults } from './strict-body.ts';
import { bufferOf, onlyChunk, type WholeBody } from './whole-body.ts';

/** Changes of a body, with the place of each. */
export interface SentChanges extends WholeReading<StockChange> {
  readonly warnings: readonly IntakeWarning[] | null;
}

/** Reads changes of stock, all or none. Throws AppError: invalid_json, client_id_in_body, validation_failed. */
export async function readChanges(body: WholeBody, variant: 'A' | 'B'): Promise<SentChanges> {
  const check = changeCheck(variant);
  const kind = { name: 'changes', maxBytes: MAX_ROW_BYTES, schema: stockChanges, check };
  const reading = plainReading();
  const elements = readElements(
    onlyChunk(bufferOf(body)),
    body.format,
    {
      ...kind,
      csv: ({ warnings }) => rowReader(CHANGES_LAYOUT, check, warnings),
      onFrame: strictFrame(stockChanges),
    },
    reading,
  );
  const read = await readWhole(elements, 'change', atMost(MAX_CHANGES, 'changes'));
  return { ...read, warnings: reading.warnings.shown };
}

const changeCheck =
  (variant: 'A' | 'B'): ElementCheck<StockChange> =>
  (sent, faults) => {
    const checked = stockChange.safeParse(sent);
    if (checked.success) return toStockChange(checked.data, variant, faults);
    faults.push(...strictFaults(checked.error.issues));
    return null;
  };
