import type { Fault } from '../foundation/errors/app-error.ts';
import type { AccountFile } from './account-file.ts';
import type { ConfigurationDocument } from './configuration-document.ts';

/** What the account would be, as far as costs go. A part that the file lacks is the present one. */
interface Wanted {
  readonly path: string;
  readonly settings: { readonly objective?: string; readonly ranking?: string };
}

/**
 * Faults of what needs rates in an account that would have none (objective lowest_cost, ranking cost, handling, a split
 * penalty), and of zones by a lane table that is not used. What the file itself lacks is named at `rates`.
 */
export function costFaults(file: AccountFile, present: ConfigurationDocument | null): Fault[] {
  const rates = file.rates === undefined ? present?.rates : file.rates;
  const provider = file.transit?.provider ?? present?.transit.provider ?? 'zone';
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
      [{ path: 'settings', settings: { ...present?.settings, ...file.settings } }],
      file.settings !== undefined,
    ],
    [
      (file.profiles ?? present?.profiles ?? []).map(({ settings }, place) => ({
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
  for (const [place, { handling }] of (file.warehouses ?? present?.warehouses ?? []).entries()) {
    if (handling !== undefined)
      needs(`warehouses[${place}].handling`, file.warehouses !== undefined, 'handling');
  }
  if ((file.split_penalty ?? present?.split_penalty ?? 0) > 0)
    needs('split_penalty', file.split_penalty !== undefined, 'a split penalty');
  return faults;
}

function shadowOf({ shadow }: AccountFile, present: ConfigurationDocument | null): Wanted[] {
  const wanted = shadow === undefined ? present?.shadow : shadow;
  return wanted ? [{ path: 'shadow.settings', settings: wanted.settings }] : [];
}
