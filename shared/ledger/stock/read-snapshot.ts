import type { StoredConfiguration } from '../../account/configurations.ts';
import { FoundFaults, type OnInvalid, placeText, readWhole } from '../../contracts/intake/found-faults.ts';
import { IntakeWarnings } from '../../contracts/intake/intake-warnings.ts';
import { parseJsonBody } from '../../contracts/intake/json-body.ts';
import { warnOfLook } from '../../contracts/intake/look-alike.ts';
import { readInventory } from '../../contracts/intake/read-inventory.ts';
import { bufferOf, onlyChunk, type WholeBody } from '../../contracts/intake/whole-body.ts';
import {
  type InventorySyncRequest,
  inventorySyncRequest,
  toInventoryRows,
} from '../../contracts/inventory.ts';
import { inventoryUpToFaults, isPlainInventory } from '../../contracts/plain-inventory.ts';
import { faultsOf, MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import type { Principal } from '../../identity/principal.ts';
import { refuseRows, refuseSnapshot } from './refuse-snapshot.ts';
import { withoutRepeats } from './sent-rows.ts';
import { type Snapshot, withKnownWarehouses } from './snapshot-rows.ts';

/**
 * JSON up to this size is parsed at once. Larger JSON is read row by row. That takes longer for an ordinary body, but
 * far less time and memory for a body that was made to be slow to parse.
 */
const PARSED_AT_ONCE_BYTES = 4 * 1024 * 1024;

/** How a snapshot is read. */
interface SnapshotOptions {
  /** Used for CSV, which has no field for it. */
  readonly source_name: string | null;
  readonly counted_at: string | null;
  readonly on_invalid: OnInvalid;
}

/**
 * Reads a snapshot as a whole, or without its faulty rows, or refuses it. CSV is checked as the same data in JSON, but its faults name lines.
 * Throws AppError: invalid_json, too_many_rows, upload_limit,
 * client_id_in_body, validation_failed.
 */
export async function readSnapshot(
  body: WholeBody,
  principal: Principal,
  configuration: StoredConfiguration,
  options: SnapshotOptions,
): Promise<Snapshot> {
  const bytes = bufferOf(body);
  const isParsedAtOnce = body.format === 'json' && bytes.length <= PARSED_AT_ONCE_BYTES;
  if (!isParsedAtOnce || options.on_invalid === 'skip') {
    return readRowByRow(bytes, body.format, principal, configuration, options);
  }
  const sent = parseJsonBody(bytes);
  refuseSnapshot(sent, principal.plan);
  const request = checkedSnapshot(sent);
  const rows = toInventoryRows(request, principal.contract_variant);
  const warnings = new IntakeWarnings();
  for (const [index, { sku }] of rows.entries()) warnOfLook(sku, index + 1, warnings);
  return {
    source_name: request.source_name ?? null,
    counted_at: request.counted_at ?? null,
    ...{ rows, warnings: warnings.shown },
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
  configuration: StoredConfiguration,
  options: SnapshotOptions,
): Promise<Snapshot> {
  let source_name = format === 'csv' ? options.source_name : null;
  let { counted_at } = format === 'csv' ? options : { counted_at: null as string | null };
  const faults = new FoundFaults(options.on_invalid);
  const warnings = new IntakeWarnings();
  const onHead = (name: string | null, countedAt: string | null) => {
    source_name = name;
    counted_at = countedAt;
  };
  const reading = readInventory(onlyChunk(bytes), format, contract_variant, onHead, warnings);
  const known = options.on_invalid === 'skip' ? withKnownWarehouses(reading, configuration) : reading;
  const refuseNumber = (read: readonly unknown[]) => refuseRows(read.length, plan, 'so far');
  const read = await readWhole(known, 'row', refuseNumber, faults);
  const { values: rows, places } = faults.areLeftOut ? withoutRepeats(read, configuration, faults) : read;
  const placeOf = (position: number) => placeText(places[position]!);
  return { source_name, counted_at, rows, placeOf, warnings: warnings.shown, faults };
}
