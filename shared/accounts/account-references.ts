import type { Warehouse } from '../engine/types.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import type { AccountFile } from './account-file.ts';
import type { ConfigurationDocument } from './configuration-document.ts';

/** Faults of capacities in an account of Variant B: only decisions of Variant A take places. */
export function capacityFaults(
  file: AccountFile,
  present: Pick<ConfigurationDocument, 'warehouses' | 'contract_variant'> | null,
): Fault[] {
  const variant = file.client.contract_variant ?? present?.contract_variant;
  if (variant !== 'B') return [];
  const message = 'an account of Variant B has no capacities';
  if (file.warehouses !== undefined) {
    return file.warehouses.flatMap(({ capacity }, index) =>
      capacity === undefined ? [] : [{ path: `warehouses[${index}].capacity`, message }],
    );
  }
  const limited = present?.warehouses.find(({ capacity }) => capacity !== undefined);
  if (limited === undefined) return [];
  return [{ path: 'client.contract_variant', message: `${message}, and ${limited.warehouse_id} has one` }];
}

/**
 * Faults of names in a file: warehouses of profiles and item controls that neither the file nor the client's account has,
 * and codes that belong to a warehouse outside the file.
 */
export function referenceFaults(file: AccountFile, present: readonly Warehouse[]): Fault[] {
  const listed = file.warehouses ?? [];
  const listedIds = new Set(listed.map((warehouse) => warehouse.warehouse_id));
  const kept = present.filter((warehouse) => !listedIds.has(warehouse.warehouse_id));
  const known = new Set([...listedIds, ...kept.map((warehouse) => warehouse.warehouse_id)]);
  const unknown = (path: string, ids: readonly string[]): Fault[] =>
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `${path}[${index}]`, message: `there is no warehouse ${id}` }],
    );
  const ownerOfCode = new Map(kept.map((warehouse) => [warehouse.warehouse_code, warehouse.warehouse_id]));
  return [
    ...listed.flatMap(({ warehouse_code }, index) => {
      const owner = ownerOfCode.get(warehouse_code);
      const path = `warehouses[${index}].warehouse_code`;
      return owner === undefined
        ? []
        : [
            {
              path,
              message: `${warehouse_code} is the code of ${owner}, which is left out but not deleted`,
            },
          ];
    }),
    ...(file.profiles ?? []).flatMap((profile, index) =>
      unknown(`profiles[${index}].warehouse_ids`, profile.warehouse_ids ?? []),
    ),
    ...(file.item_controls ?? []).flatMap((control, index) =>
      'warehouse_ids' in control
        ? unknown(`item_controls[${index}].warehouse_ids`, control.warehouse_ids ?? [])
        : [],
    ),
  ];
}
