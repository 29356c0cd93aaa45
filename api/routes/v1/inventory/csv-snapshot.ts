import type { Principal } from '../../../../shared/accounts/principal.ts';
import { validationFailed } from '../../../../shared/errors/faults.ts';
import { FoundFaults } from '../../../../shared/intake/found-faults.ts';
import { readInventory } from '../../../../shared/intake/read-inventory.ts';
import type { InventoryRow, PlaceOf } from '../../../../shared/inventory/snapshot-rows.ts';
import { refuseRows } from './refuse-snapshot.ts';

/**
 * Reads a snapshot from CSV, all of it or none. It is judged as the equal JSON body is, but for faults being told
 * by line. Throws AppError: too_many_rows, upload_limit, client_id_in_body, validation_failed.
 */
export async function readCsvSnapshot(
  csv: AsyncIterable<Buffer>,
  { plan, contract_variant }: Principal,
): Promise<{ readonly rows: readonly InventoryRow[]; readonly placeOf: PlaceOf }> {
  const rows: InventoryRow[] = [];
  const lines: (number | null)[] = [];
  const faults = new FoundFaults();
  for await (const records of readInventory(csv, 'csv', contract_variant)) {
    for (const record of records) {
      lines.push(record.place.line);
      faults.add(record.faults);
      if (record.value !== null) rows.push(record.value);
    }
  }
  refuseRows(lines.length, plan);
  faults.refuse();
  if (rows.length === 0) throw validationFailed([{ path: 'body', message: 'must hold at least one row' }]);
  return { rows, placeOf: (position) => `line ${lines[position]}` };
}
