import type { Principal } from '../../accounts/principal.ts';
import { readWhole } from '../../contracts/intake/found-faults.ts';
import { IntakeWarnings } from '../../contracts/intake/intake-warnings.ts';
import { parseJsonBody } from '../../contracts/intake/json-body.ts';
import { readInventory } from '../../contracts/intake/read-inventory.ts';
import { bufferOf, onlyChunk, type WholeBody } from '../../contracts/intake/whole-body.ts';
import {
  type InventorySyncRequest,
  inventorySyncRequest,
  toInventoryRows,
} from '../../contracts/inventory.ts';
import { inventoryUpToFaults, isPlainInventory } from '../../contracts/plain-inventory.ts';
import { faultsOf, MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import { refuseRows, refuseSnapshot } from './refuse-snapshot.ts';
import type { Snapshot } from './snapshot-rows.ts';

/**
 * JSON up to this size is parsed at once. Larger JSON is read row by row. That takes longer for an ordinary body, but
 * far less time and memory for a body that was made to be slow to parse.
 */
const PARSED_AT_ONCE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a snapshot as a whole or refuses it. CSV is checked as the same data in JSON, but its faults name lines.
 * `source_name` is used for CSV, which has no field for it. Throws AppError: invalid_json, too_many_rows, upload_limit,
 * client_id_in_body, validation_failed.
 */
export async function readSnapshot(
  body: WholeBody,
  principal: Principal,
  source_name: string | null,
): Promise<Snapshot> {
  const bytes = bufferOf(body);
  if (body.format === 'csv' || bytes.length > PARSED_AT_ONCE_BYTES) {
    return readRowByRow(bytes, body.format, principal, source_name);
  }
  const sent = parseJsonBody(bytes);
  refuseSnapshot(sent, principal.plan);
  const request = checkedSnapshot(sent);
  return {
    source_name: request.source_name ?? null,
    rows: toInventoryRows(request, principal.contract_variant),
  };
}

function checkedSnapshot(sent: unknown): InventorySyncRequest {
  if (isPlainInventory(sent)) return sent;
  const checked = inventorySyncRequest.safeParse(inventoryUpToFaults(sent));
  if (!checked.success) {
    const { issues } = checked.error;
    throw validationFailed(faultsOf(issues), 'body', issues.length < MAX_FAULTS_SHOWN ? 'all' : 'so far');
  }
  return checked.data;
}

async function readRowByRow(
  bytes: Buffer,
  format: WholeBody['format'],
  { plan, contract_variant }: Principal,
  sourceName: string | null,
): Promise<Snapshot> {
  let source_name = format === 'csv' ? sourceName : null;
  const warnings = new IntakeWarnings();
  const onSourceName = (name: string | null) => (source_name = name);
  const reading = readInventory(onlyChunk(bytes), format, contract_variant, onSourceName, warnings);
  const { values: rows, lines } = await readWhole(reading, 'row', (read) =>
    refuseRows(read.length, plan, 'so far'),
  );
  const placeOf = (position: number) =>
    lines[position] === null ? `inventory[${position}]` : `line ${lines[position]}`;
  return { source_name, rows, placeOf, warnings: warnings.shown };
}
