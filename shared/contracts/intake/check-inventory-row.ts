import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { faultsOf } from '../../foundation/errors/faults.ts';
import type { InventoryRow } from '../../routing/inventory/snapshot-rows.ts';
import { inventoryRow, toInventoryRow } from '../inventory.ts';
import type { ElementCheck } from './intake-record.ts';

/** Makes the check of a row of a snapshot in the variant, by the same rules as the JSON of a sync. */
export function inventoryCheck(variant: 'A' | 'B'): ElementCheck<InventoryRow> {
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
