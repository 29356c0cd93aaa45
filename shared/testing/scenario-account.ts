import type { AccountFileInput } from '../account/account-file.ts';
import type { Scenario } from './scenario.ts';

/** Rows of an inventory sync. */
type InventoryRows = readonly {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly unit_value: number | null;
}[];

/** A case as an account file and requests of a client. */
export interface ScenarioAccount {
  /** Its part of the account file, without client and keys. */
  readonly account: Pick<
    AccountFileInput,
    'settings' | 'warehouses' | 'profiles' | 'item_controls' | 'transit'
  >;
  /** The content of the account file's lanes_file, `lanes.csv`. */
  readonly lanes: string;
  readonly inventory: InventoryRows;
  /** A request for one order. */
  readonly order: Readonly<Record<string, unknown>>;
}

/**
 * Makes the account file and the requests of a case. Stock of disabled warehouses is left out, because it cannot be
 * synced. Distances are left out, because a table of lanes has none.
 */
export function scenarioAccount(scenario: Scenario): ScenarioAccount {
  const { configuration, destination, order } = scenario;
  const { settings, warehouses, profiles, item_controls } = configuration;
  const lanes = warehouses.flatMap(({ warehouse_id }, index) => {
    const lane = destination?.lanes.at(index);
    return lane ? [`${warehouse_id},${destination!.zip},${lane.transit_days}`] : [];
  });
  const { order_id, destination_zip, lines, partner_id } = order;
  return {
    account: {
      settings,
      warehouses: warehouses.map((warehouse) => ({ ...warehouse })),
      profiles: profiles.map((profile) => ({ ...profile })),
      item_controls: item_controls.map((control) => ({ ...control })),
      transit: { provider: 'table', lanes_file: 'lanes.csv' },
    },
    lanes: `${['warehouse_id,destination_zip3,transit_days', ...lanes].join('\n')}\n`,
    inventory: inventoryOf(scenario),
    order: { external_order_id: order_id, destination_zip, lines, partner_id },
  };
}

/** All SKUs of all cases. Each case sends all of them, so that no stock of the case before is left. */
const SKUS = ['CHAIR', 'DESK', 'LAMP'];

function inventoryOf({ configuration: { warehouses }, availability, unit_values }: Scenario): InventoryRows {
  return SKUS.flatMap((sku) =>
    warehouses.flatMap(({ warehouse_id, enabled }, index) => {
      const row = { sku, warehouse_id, quantity_available: availability?.get(sku)?.[index] ?? 0 };
      return enabled ? [{ ...row, unit_value: unit_values.get(sku) ?? null }] : [];
    }),
  );
}
