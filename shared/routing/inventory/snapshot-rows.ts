import type { StoredConfiguration } from '../../accounts/configurations.ts';
import type { IntakeWarning } from '../../contracts/intake-warning.ts';
import { AppError } from '../../foundation/errors/app-error.ts';

/** One row of a snapshot. Exactly one of the two warehouse fields is set. */
export interface InventoryRow {
  readonly sku: string;
  readonly warehouse_id: string | null;
  /** The service's own code (Variant B). */
  readonly warehouse_code: string | null;
  readonly quantity: number;
  readonly unit_value: number | null;
  readonly unit_weight: number | null;
  readonly sku_description: string | null;
}

/** The name of a row in errors, by its position: `inventory[3]`, `line 12`. */
export type PlaceOf = (position: number) => string;

/** A snapshot whose rows are in memory. */
export interface Snapshot {
  readonly source_name: string | null;
  readonly rows: readonly InventoryRow[];
  /** By default that of the JSON of POST /inventory. */
  readonly placeOf?: PlaceOf;
  readonly warnings?: readonly IntakeWarning[] | null;
}

/** Finds the warehouses of a configuration that the rows of a snapshot name. */
export class SnapshotWarehouses {
  readonly #configuration: StoredConfiguration;
  readonly #placeOf: PlaceOf;
  /** Index of the enabled warehouses, by the client's id and by the service's code. */
  readonly #byId = new Map<string, number>();
  readonly #byCode = new Map<string, number>();

  constructor(configuration: StoredConfiguration, placeOf: PlaceOf) {
    this.#configuration = configuration;
    this.#placeOf = placeOf;
    configuration.configuration.warehouses.forEach((warehouse, index) => {
      if (!warehouse.enabled) return;
      this.#byId.set(warehouse.warehouse_id, index);
      this.#byCode.set(warehouse.warehouse_code, index);
    });
  }

  /** Database id of a row's warehouse. Throws AppError unknown_warehouse. */
  idOf(row: InventoryRow, position: number): number {
    return this.#configuration.warehouse_db_ids[this.#indexOf(row, position)]!;
  }

  /** The client's id of a row's warehouse. Throws AppError unknown_warehouse. */
  nameOf(row: InventoryRow, position: number): string {
    return this.#configuration.configuration.warehouses[this.#indexOf(row, position)]!.warehouse_id;
  }

  #indexOf(row: InventoryRow, position: number): number {
    const index = row.warehouse_id
      ? this.#byId.get(row.warehouse_id)
      : this.#byCode.get(row.warehouse_code ?? '');
    if (index === undefined) throw this.#unknownWarehouse(position, row);
    return index;
  }

  /** Its detail lists the enabled warehouses. */
  #unknownWarehouse(position: number, row: InventoryRow): AppError {
    const { warehouses } = this.#configuration.configuration;
    const enabled = warehouses
      .filter((warehouse) => warehouse.enabled)
      .map(({ warehouse_id }) => warehouse_id);
    return new AppError(
      'unknown_warehouse',
      `Unknown Warehouse ID "${row.warehouse_id ?? row.warehouse_code}" (${this.#placeOf(position)}). The ID must be ` +
        `set up and enabled on the Warehouses page. Enabled Warehouse IDs: ${enabled.join(', ') || 'none'}.`,
    );
  }
}
