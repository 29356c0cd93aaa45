import type { CsvList } from '../../../../shared/contracts/intake/csv-account-lists.ts';
import type { Effect } from '../../components/effect-table.tsx';
import type { ChangeView } from '../../view/changes.ts';
import { whole } from '../../view/numbers.ts';

/** What a new list changes, by the names of its elements. */
interface ListChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Those of them that were enabled. */
  readonly disabled: readonly string[];
  /** Whether only the order of its elements is another. */
  readonly isReordered: boolean;
}

/** Sorts the changes of a list by what happens to its elements. */
export function listChanges(list: CsvList, changes: readonly ChangeView[]): ListChanges {
  const [added, changed, removed, disabled] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  for (const { path, before, after } of changes) {
    // A name may have brackets of its own: the last one ends it.
    const [, name, member] = new RegExp(`^${list}\\[(.*)\\](?:\\.([^\\]]*))?$`, 's').exec(path) ?? [];
    if (name === undefined) continue;
    if (member === undefined && before === null) added.add(name);
    else if (member === undefined && after === null) removed.add(name);
    else changed.add(name);
    if (member === 'enabled' && after === false) disabled.add(name);
  }
  const isReordered = changes.some(({ path }) => path === list);
  return {
    added: [...added],
    changed: [...changed],
    removed: [...removed],
    disabled: [...disabled],
    isReordered,
  };
}

/** The same in numbers. `rows` are those of the list now and after. Warehouses are never removed. */
export function listEffects(
  list: CsvList,
  { added, changed, removed, disabled, isReordered }: ListChanges,
  rows: readonly [before: number, after: number],
): Effect[] {
  const [before, after] = rows.map(whole);
  const count = (what: string, names: readonly string[], isDangerous = false): Effect => ({
    what,
    after: whole(names.length),
    isDangerous: isDangerous && names.length > 0,
  });
  return [
    { what: 'Rows', before: before!, after: after! },
    count('Rows added', added),
    count('Rows changed', changed),
    ...(list === 'warehouses' ? [] : [count('Rows removed', removed, true)]),
    ...(list === 'item_controls' ? [] : [count('Disabled', disabled, true)]),
    ...(isReordered ? [{ what: 'Order of the rows', after: 'changed' }] : []),
  ];
}
