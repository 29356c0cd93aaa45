import type { Warehouse } from '../engine/types.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import type { AccountFile } from './account-file.ts';

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
        ? unknown(`item_controls[${index}].warehouse_ids`, control.warehouse_ids)
        : [],
    ),
  ];
}
