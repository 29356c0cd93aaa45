import type { StoredConfiguration } from '../accounts/configurations.ts';
import { copyField } from '../db/copy.ts';
import { AppError } from '../errors/app-error.ts';

/** One row of a snapshot; exactly one of the two warehouse fields is set. */
export interface InventoryRow {
  readonly sku: string;
  readonly warehouse_id: string | null;
  /** The service's own code (Variant B). */
  readonly warehouse_code: string | null;
  readonly quantity: number;
  readonly unit_value: number | null;
  readonly sku_description: string | null;
}

/** How a caller is told of a row, by its position: `inventory[3]`, `line 12`. */
export type PlaceOf = (position: number) => string;

/** The columns of a staged snapshot, in the order in which `SnapshotRows` writes them. */
export const SNAPSHOT_COLUMNS = 'position, sku, warehouse_id, quantity, unit_value, sku_description';

/** Writes the rows of a snapshot as COPY text of SNAPSHOT_COLUMNS, for the warehouses of a configuration. */
export class SnapshotRows {
  readonly #configuration: StoredConfiguration;
  readonly #placeOf: PlaceOf;
  /** Database id of the enabled warehouses, by the client's id and by the service's code. */
  readonly #byId = new Map<string, number>();
  readonly #byCode = new Map<string, number>();

  constructor(configuration: StoredConfiguration, placeOf: PlaceOf) {
    this.#configuration = configuration;
    this.#placeOf = placeOf;
    configuration.configuration.warehouses.forEach((warehouse, index) => {
      if (!warehouse.enabled) return;
      this.#byId.set(warehouse.warehouse_id, configuration.warehouse_db_ids[index]!);
      this.#byCode.set(warehouse.warehouse_code, configuration.warehouse_db_ids[index]!);
    });
  }

  /** Writes one row; positions grow with the rows. Throws AppError unknown_warehouse. */
  write(position: number, row: InventoryRow): string {
    const warehouse = row.warehouse_id
      ? this.#byId.get(row.warehouse_id)
      : this.#byCode.get(row.warehouse_code ?? '');
    if (warehouse === undefined) throw this.#unknownWarehouse(position, row);
    // By hand, as there are many: numbers need no escape.
    return (
      `${position}\t${copyField(row.sku)}\t${warehouse}\t${row.quantity}\t${row.unit_value ?? '\\N'}\t` +
      `${copyField(row.sku_description)}\n`
    );
  }

  /** The detail form of routing-service-api.md section 7. */
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
