import type { IntakeWarning } from '../intake-warning.ts';
import { MAX_ROW_BYTES } from '../inventory.ts';
import { MAX_CHANGES, type StockChange, stockChange, stockChanges, toStockChange } from '../stock-changes.ts';
import { CHANGES_LAYOUT } from './csv-columns.ts';
import type { WholeReading } from './found-faults.ts';
import type { ElementCheck } from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';
import { readWholeFile, rowReader } from './read-elements.ts';
import { strictFaults } from './strict-body.ts';
import type { WholeBody } from './whole-body.ts';

/** Changes of a body, with the place of each. */
export interface SentChanges extends WholeReading<StockChange> {
  readonly warnings: readonly IntakeWarning[] | null;
}

/** Reads changes of stock, all or none. Throws AppError: invalid_json, client_id_in_body, validation_failed. */
export function readChanges(body: WholeBody, variant: 'A' | 'B'): Promise<SentChanges> {
  const check: ElementCheck<StockChange> = (sent, faults) => {
    const checked = stockChange.safeParse(sent);
    if (checked.success) return toStockChange(checked.data, variant, faults);
    faults.push(...strictFaults(checked.error.issues));
    return null;
  };
  const kind = { name: 'changes', maxBytes: MAX_ROW_BYTES, schema: stockChanges, check };
  const csv = ({ warnings }: CsvReading) => rowReader(CHANGES_LAYOUT, check, warnings);
  return readWholeFile(body, { ...kind, csv }, ['change', MAX_CHANGES]);
}
