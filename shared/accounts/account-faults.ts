import type { Warehouse } from '../engine/types.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import type { AccountFile } from './account-file.ts';
import type { ConfigurationDocument } from './configuration-document.ts';

/** Faults of a file that is laid over a document: of names, capacities, counts of stock, and of what needs rates. */
export function accountFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  return [
    ...referenceFaults(file, present.warehouses),
    ...capacityFaults(file, present),
    ...reservationFaults(file, present),
    ...costFaults(file, present),
  ];
}

/** Faults of capacities in an account of Variant B: only decisions of Variant A take places. */
function capacityFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  const variant = file.client.contract_variant ?? present.contract_variant;
  if (variant !== 'B') return [];
  const message = 'an account of Variant B has no capacities';
  if (file.warehouses !== undefined) {
    return file.warehouses.flatMap(({ capacity }, index) =>
      capacity === undefined ? [] : [{ path: `warehouses[${index}].capacity`, message }],
    );
  }
  const limited = present.warehouses.find(({ capacity }) => capacity !== undefined);
  if (limited === undefined) return [];
  return [{ path: 'client.contract_variant', message: `${message}, and ${limited.warehouse_id} has one` }];
}

/** Faults of settings on reservations in an account of Variant B, whose orders reserve nothing. */
function reservationFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  const variant = file.client.contract_variant ?? present.contract_variant;
  if (variant !== 'B') return [];
  const { stock_counts, reservation_days = null } = { ...present.settings, ...file.settings };
  const fault = (name: string, what: string) => ({
    path: `settings.${name}`,
    message: `an account of Variant B reserves nothing: ${what}`,
  });
  return [
    ...(stock_counts === 'on_hand' ? [fault('stock_counts', 'counts are available')] : []),
    ...(reservation_days !== null ? [fault('reservation_days', 'nothing ends by itself')] : []),
  ];
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

/** What the account would be, as far as costs go. A part that the file lacks is the present one. */
interface Wanted {
  readonly path: string;
  readonly settings: { readonly objective?: string; readonly ranking?: string };
}

/**
 * Faults of what needs rates in an account that would have none (objective lowest_cost, ranking cost, handling, a split
 * penalty), and of zones by a lane table that is not used. What the file itself lacks is named at `rates`.
 */
function costFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  const rates = file.rates === undefined ? present.rates : file.rates;
  const provider = file.transit?.provider ?? present.transit.provider;
  if (rates) {
    if (rates.zones.by !== 'table' || provider === 'table') return [];
    const message = 'by table needs the transit provider table, whose lanes have the zones';
    return [{ path: file.rates ? 'rates.zones.by' : 'transit.provider', message }];
  }
  const faults: Fault[] = [];
  const needs = (path: string, isInFile: boolean, what: string) =>
    faults.push(
      isInFile
        ? { path, message: `${what} needs rates` }
        : { path: 'rates', message: `${path}: ${what} needs them` },
    );
  const lists: readonly (readonly [list: readonly Wanted[], isInFile: boolean])[] = [
    [
      [{ path: 'settings', settings: { ...present.settings, ...file.settings } }],
      file.settings !== undefined,
    ],
    [
      (file.profiles ?? present.profiles).map(({ settings }, place) => ({
        path: `profiles[${place}].settings`,
        settings,
      })),
      file.profiles !== undefined,
    ],
    [shadowOf(file, present), file.shadow !== undefined],
  ];
  for (const [list, isInFile] of lists) {
    for (const { path, settings } of list) {
      if (settings.objective === 'lowest_cost') needs(`${path}.objective`, isInFile, 'lowest_cost');
      if (settings.ranking === 'cost') needs(`${path}.ranking`, isInFile, 'cost');
    }
  }
  for (const [place, { handling }] of (file.warehouses ?? present.warehouses).entries()) {
    if (handling !== undefined)
      needs(`warehouses[${place}].handling`, file.warehouses !== undefined, 'handling');
  }
  if ((file.split_penalty ?? present.split_penalty ?? 0) > 0)
    needs('split_penalty', file.split_penalty !== undefined, 'a split penalty');
  return faults;
}

function shadowOf({ shadow }: AccountFile, present: ConfigurationDocument): Wanted[] {
  const wanted = shadow === undefined ? present.shadow : shadow;
  return wanted ? [{ path: 'shadow.settings', settings: wanted.settings }] : [];
}
