import type { StoredConfiguration } from '../account/configurations.ts';

/** The client's ID of a warehouse of a configuration, by its database id. */
export function warehouseIdOf(
  { configuration, warehouse_db_ids }: Pick<StoredConfiguration, 'configuration' | 'warehouse_db_ids'>,
  databaseId: number,
): string {
  return configuration.warehouses[warehouse_db_ids.indexOf(databaseId)]!.warehouse_id;
}
