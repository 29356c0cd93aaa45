import type { StoredConfiguration } from '../../account/configurations.ts';
import { type FoundFaults, placeText, type WholeReading } from '../../contracts/intake/found-faults.ts';
import { type IntakeFault, type IntakeRecord, placeWithin } from '../../contracts/intake/intake-record.ts';
import type { IntakeWarning } from '../../contracts/intake-warning.ts';
import type { InventoryRow } from '../../contracts/inventory.ts';
import { MAX_UNKNOWN_NAMED, unknownWarehouses } from '../../contracts/unknown-warehouse.ts';
import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import type { PairKey } from './pair.ts';

/** The warehouse of a row as it is sent. At least one of the two is set. */
export interface NamedWarehouse {
  readonly warehouse_id: string | null;
  /** The service's own code (Variant B). */
  readonly warehouse_code: string | null;
}

/** The name of a row in errors, by its position: `inventory[3]`, `line 12`. */
export type PlaceOf = (position: number) => string;

/** The name of a field of a row in errors: `inventory[3].sku`, `line 12: sku`. */
export const fieldPath = (place: string, field: string): string =>
  place.startsWith('line') ? `${place}: ${field}` : `${place}.${field}`;

/** The place of a row in JSON of POST /inventory. */
export const placeInJson: PlaceOf = (position) => `inventory[${position}]`;

/** A snapshot whose rows are in memory. */
export interface Snapshot {
  readonly source_name: string | null;
  /** When its rows were counted, as it was sent; null or not given: it has no moment of its own. */
  readonly counted_at?: string | null;
  /** For so many days entries are known: an older count is refused. */
  readonly log_days?: number | undefined;
  readonly rows: readonly InventoryRow[];
  readonly warnings?: readonly IntakeWarning[] | null;
  /** Those of rows that were left out, and what becomes of rows that are found to be faulty; by default they refuse it. */
  readonly faults?: FoundFaults;
  /** By default that of the JSON of POST /inventory. */
  readonly placeOf?: PlaceOf;
}

interface RowWarehouse {
  readonly db_id: number;
  readonly warehouse_id: string;
}

const ANOTHER = 'must name the same warehouse as external_warehouse_id or be left out';

/** Finds the warehouses of a configuration that the rows of a snapshot name, and keeps those that are unknown. */
export class SnapshotWarehouses {
  readonly #placeOf: PlaceOf;
  /** Unknown names, each as an answer shows it: with the place of its first row. */
  readonly #unknown = new Map<string, string>();
  /** What the first of them is, an id or a code: the enabled ones are listed in the same way. */
  #named = new Map<string, RowWarehouse>();
  /** Codes that are not those of the warehouse that the id beside them names. */
  readonly #contradictions: Fault[] = [];
  /** The enabled warehouses, by the client's id and by the service's code. */
  readonly #byId = new Map<string, RowWarehouse>();
  readonly #byCode = new Map<string, RowWarehouse>();

  constructor({ configuration, warehouse_db_ids }: StoredConfiguration, placeOf: PlaceOf) {
    this.#placeOf = placeOf;
    configuration.warehouses.forEach(({ enabled, warehouse_id, warehouse_code }, index) => {
      if (!enabled) return;
      const warehouse = { db_id: warehouse_db_ids[index]!, warehouse_id };
      this.#byId.set(warehouse_id, warehouse);
      this.#byCode.set(warehouse_code, warehouse);
    });
  }

  /** The warehouse of a row; null: it is unknown, and `refusal` will name it. */
  of({ warehouse_id, warehouse_code }: NamedWarehouse, position: number): RowWarehouse | null {
    const named = warehouse_id ? this.#byId : this.#byCode;
    const name = warehouse_id ?? warehouse_code ?? '';
    const found = named.get(name);
    if (found !== undefined) {
      if (this.#contradicts(warehouse_code, found)) this.#contradict(position);
      return found;
    }
    if (this.#unknown.size === 0) this.#named = named;
    if (this.#unknown.size <= MAX_UNKNOWN_NAMED && !this.#unknown.has(name))
      this.#unknown.set(name, `"${name}" (${this.#placeOf(position)})`);
    return null;
  }

  /** Why a row alone is refused, by its path within the row; null: its warehouse is known. */
  faultOf({ warehouse_id, warehouse_code }: NamedWarehouse): Fault | null {
    const name = warehouse_id ?? warehouse_code ?? '';
    const found = (warehouse_id ? this.#byId : this.#byCode).get(name);
    if (found === undefined) {
      const message = `names the warehouse ${JSON.stringify(name)}, which is unknown or not enabled`;
      return { path: '', message };
    }
    return this.#contradicts(warehouse_code, found) ? { path: 'warehouse_code', message: ANOTHER } : null;
  }

  #contradicts(code: string | null, found: RowWarehouse): boolean {
    return code !== null && this.#byCode.get(code) !== found;
  }

  #contradict(position: number): void {
    if (this.#contradictions.length === MAX_FAULTS_SHOWN) return;
    const path = fieldPath(this.#placeOf(position), 'warehouse_code');
    this.#contradictions.push({ path, message: ANOTHER });
  }

  /**
   * Why the rows are refused: AppError validation_failed for codes that contradict ids, or unknown_warehouse, which names
   * the unknown ones and lists the enabled ones. Null: all are known.
   */
  get refusal(): AppError | null {
    if (this.#contradictions.length > 0) return validationFailed(this.#contradictions);
    if (this.#unknown.size === 0) return null;
    return unknownWarehouses(
      [...this.#unknown.values()],
      'Each must be set up and enabled on the Warehouses page. ' +
        `Enabled Warehouse IDs: ${[...this.#named.keys()].join(', ') || 'none'}.`,
    );
  }
}

/** Rows of unknown warehouses as faulty rows. */
export async function* withKnownWarehouses(
  reading: AsyncIterable<readonly IntakeRecord<InventoryRow>[]>,
  configuration: StoredConfiguration,
): AsyncGenerator<readonly IntakeRecord<InventoryRow>[]> {
  const warehouses = new SnapshotWarehouses(configuration, () => '');
  for await (const records of reading) {
    yield records.map((record) => {
      const { value, place } = record;
      const fault = value && warehouses.faultOf(value);
      if (!fault) return record;
      const { path, message } = fault;
      return { ...record, value: null, faults: [{ ...placeWithin(place, path), message }] };
    });
  }
}

/** A row of a sync whose warehouse is known. */
export interface SentRow extends PairKey, SkuFacts {
  /** Where it stands in what was sent. */
  readonly position: number;
  readonly quantity: number;
}

/** What is known of a SKU beside its stock. */
export type SkuFacts = Pick<InventoryRow, 'unit_value' | 'unit_weight' | 'sku_description'>;

/** Whether a row says anything of its SKU. */
export const saysFacts = ({ unit_value, unit_weight, sku_description }: SkuFacts): boolean =>
  unit_value !== null || unit_weight !== null || sku_description !== null;

/**
 * The rows of what was sent, each with the database id of its warehouse and that warehouse's ID.
 * Throws AppError: unknown_warehouse; duplicate_inventory_row if a SKU has the same warehouse twice.
 */
export function withWarehouses<Row extends NamedWarehouse & { readonly sku: string }>(
  rows: readonly Row[],
  configuration: StoredConfiguration,
  placeOf: PlaceOf,
): (Row & { readonly position: number; readonly warehouse: number; readonly warehouse_name: string })[] {
  const warehouses = new SnapshotWarehouses(configuration, placeOf);
  const seen = new Set<string>();
  let repeated: AppError | null = null;
  const found = rows.flatMap((row, position) => {
    const warehouse = warehouses.of(row, position);
    if (warehouse === null) return [];
    const { db_id, warehouse_id: warehouse_name } = warehouse;
    const pair = `${db_id} ${row.sku}`;
    if (seen.has(pair)) repeated ??= duplicateRow(row.sku, warehouse_name, placeOf(position));
    seen.add(pair);
    return [{ ...row, position, warehouse: db_id, warehouse_name }];
  });
  if (warehouses.refusal !== null) throw warehouses.refusal;
  if (repeated !== null) throw repeated;
  return found;
}

/** The error of a snapshot that has a SKU twice at one warehouse. `place` names the second row. */
export function duplicateRow(sku: string, warehouse: string, place: string): AppError {
  return new AppError(
    'duplicate_inventory_row',
    `Duplicate inventory row: SKU ${sku} at ${warehouse} appears more than once (again at ${place}). ` +
      'A SKU may appear only once per warehouse in one request.',
  );
}

/** The same for a row that is ignored, as all rows of its SKU and warehouse are. */
export function repeatedRow(sku: string, warehouse: string, place: string): IntakeFault {
  const message = `repeats SKU ${sku} at ${warehouse}; all rows of this SKU and warehouse are ignored: they contradict each other`;
  return { line: null, path: place, message };
}

/** The fault of a row whose count, with what changed since, is more than a quantity can be. */
export function tooLargeRow(place: string): IntakeFault {
  const message = 'is too large, with what has changed since it was counted';
  return { line: null, path: fieldPath(place, 'quantity_available'), message };
}

/** Rows without those of each SKU and warehouse that comes more than once, which are added to `faults`. */
export function withoutRepeats(
  { values, places }: WholeReading<InventoryRow>,
  configuration: StoredConfiguration,
  faults: FoundFaults,
): WholeReading<InventoryRow> {
  const warehouses = new SnapshotWarehouses(configuration, () => '');
  const warehouseOf = (row: InventoryRow) => warehouses.of(row, 0)!.warehouse_id;
  const pairs = values.map((row) => JSON.stringify([row.sku, warehouseOf(row)]));
  const rowsOf = new Map<string, number>();
  for (const pair of pairs) rowsOf.set(pair, (rowsOf.get(pair) ?? 0) + 1);
  const isKept = (_: unknown, index: number) => rowsOf.get(pairs[index]!) === 1;
  values.forEach((row, index) => {
    if (isKept(row, index)) return;
    faults.add([repeatedRow(row.sku, warehouseOf(row), placeText(places[index]!))]);
  });
  const kept = values.filter(isKept);
  faults.refuse(kept.length);
  return { values: kept, places: places.filter(isKept) };
}
