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
import { AppError } from '../../foundation/errors/app-error.ts';
import {
  atLeast,
  type Extent,
  faultsOf,
  MAX_FAULTS_SHOWN,
  validationFailed,
} from '../../foundation/errors/faults.ts';
import type { PlanLimits, Principal } from '../../identity/principal.ts';
import { type Snapshot, withKnownWarehouses, withoutRepeats } from './snapshot-rows.ts';

/** The most rows of a request (docs/reference/limits.md). */
export const MAX_ROWS = 10_000;

/** What to do with more rows. */
export const MORE_ROWS = 'Send them as a file to /api/v1/inventory/uploads.';

/**
 * Refuses a snapshot before it is validated: for a client_id in it (400), and for too many rows for a request (413) or
 * for the plan (402).
 */
export function refuseSnapshot(body: unknown, plan: Principal['plan']): void {
  if (typeof body !== 'object' || body === null) return;
  const { client_id, inventory } = body as Record<string, unknown>;
  if (client_id !== undefined) throw new AppError('client_id_in_body');
  if (!Array.isArray(inventory)) return;
  refuseRows(inventory.length, plan);
  const row = inventory.findIndex((sent: { client_id?: unknown } | null) => sent?.client_id !== undefined);
  if (row >= 0)
    throw new AppError(
      'client_id_in_body',
      `inventory[${row}]: Do not send client_id: the client is resolved from the API key.`,
    );
}

/** Throws AppError too_many_rows if a request has too many rows, upload_limit if the plan does not allow so many. */
export function refuseRows(rows: number, plan: Principal['plan'], counted: Extent = 'all'): void {
  if (rows > MAX_ROWS) {
    throw new AppError(
      'too_many_rows',
      `The request has ${atLeast(counted)}${rows} inventory rows; a request may have up to ${MAX_ROWS}. ${MORE_ROWS}`,
    );
  }
  const overPlan = refusalOverPlan(plan, rows, counted);
  if (overPlan !== null) throw overPlan;
}

/**
 * The upload_limit of an upload that has more rows than the plan allows (docs/reference/limits.md).
 * `counted` says whether `rows` counts all rows or those read so far.
 */
export function refusalOverPlan(
  plan: Pick<PlanLimits, 'code' | 'inventory_rows_limit'>,
  rows: number,
  counted: Extent = 'all',
): AppError | null {
  const limit = plan.inventory_rows_limit;
  if (limit === null || rows <= limit) return null;
  return new AppError(
    'upload_limit',
    `The upload has ${atLeast(counted)}${rows} inventory rows; the ${plan.code} plan allows ` +
      `${limit} per upload.`,
  );
}

/**
 * JSON up to this size is parsed at once. Larger JSON is read row by row. That takes longer for an ordinary body, but
 * far less time and memory for a body that was made to be slow to parse.
 */
const PARSED_AT_ONCE_BYTES = 4 * 1024 * 1024;

/** How a snapshot is read. */
export interface SnapshotOptions {
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
