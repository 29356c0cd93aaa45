import type { SettingFacts } from '../../engine/setting-facts.ts';
import { SETTINGS } from '../../engine/settings.ts';
import { type CsvValue, spreadsheetRow } from '../../foundation/csv-text.ts';
import type { Fault } from '../../foundation/errors/app-error.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import type { ColumnKind } from './csv-cell.ts';
import { type CsvLayout, CsvTable } from './csv-table.ts';
import { IntakeWarnings } from './intake-warnings.ts';
import { textLine } from './text-line.ts';

// Lists of the account file as CSV: a row an element, a column a member by its path.

/** A list of the account file that is written and read as CSV. */
export type CsvList = 'warehouses' | 'profiles' | 'item_controls';

/** A list of texts in one cell, or a whole number that may be NONE. */
type CellKind = ColumnKind | 'list' | 'count';

/** In a cell, the value null of a setting whose own default is another. */
const NONE = 'none';

const SEPARATOR = ';';

function settingColumns([name, facts]: [string, SettingFacts]): [path: string, kind: CellKind][] {
  const path = `settings.${name}`;
  switch (facts.kind) {
    case 'switch':
      return [[path, 'flag']];
    case 'choice':
      return [[path, 'text']];
    case 'count':
      return [[path, 'count']];
    case 'limit':
      return [
        [`${path}.mode`, 'text'],
        [`${path}.${facts.unit}`, facts.isWhole ? 'whole' : 'decimal'],
      ];
  }
}

const OVERRIDES = Object.entries<SettingFacts>(SETTINGS).filter(([, { group }]) => group !== 'run');

/** The columns of each list, by the path of the member. */
export const LIST_COLUMNS: Readonly<Record<CsvList, Readonly<Record<string, CellKind>>>> = {
  warehouses: {
    warehouse_id: 'id',
    warehouse_name: 'text',
    warehouse_code: 'id',
    zip: 'zip',
    enabled: 'flag',
    priority: 'whole',
    safety_stock: 'whole',
    'capacity.shipments_per_day': 'whole',
    'capacity.when_full': 'text',
    'handling.per_shipment': 'decimal',
    'handling.per_line': 'decimal',
    'handling.per_unit': 'decimal',
    'calendar.time_zone': 'text',
    'calendar.cut_off': 'text',
    'calendar.processing_days': 'whole',
    'calendar.ship_days': 'list',
    'calendar.closed_dates': 'list',
  },
  profiles: {
    partner_id: 'id',
    name: 'text',
    enabled: 'flag',
    warehouse_ids: 'list',
    ...Object.fromEntries(OVERRIDES.flatMap(settingColumns)),
  },
  item_controls: {
    sku: 'id',
    rule: 'text',
    warehouse_ids: 'list',
    fallback: 'text',
    days: 'whole',
    units: 'whole',
    note: 'text',
  },
};

/** Without these, a row says nothing. */
const REQUIRED: Readonly<Record<CsvList, readonly string[]>> = {
  warehouses: ['warehouse_id', 'zip'],
  profiles: ['partner_id'],
  item_controls: ['sku', 'rule'],
};

/** Writes a list as the CSV that `readListCsv` reads. */
export function listCsv(list: CsvList, elements: readonly object[]): string {
  const columns = Object.entries(LIST_COLUMNS[list]);
  const rows = elements.map((element) =>
    spreadsheetRow(...columns.map(([path, kind]) => cellOf(memberAt(element, path), kind))),
  );
  return [spreadsheetRow(...columns.map(([path]) => path)), ...rows].join('');
}

function memberAt(element: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], element);
}

function cellOf(value: unknown, kind: CellKind): CsvValue {
  if (Array.isArray(value)) return listText(value);
  return value === null && kind === 'count' ? NONE : ((value ?? null) as CsvValue);
}

/** Texts with the separator in them are written as JSON. */
function listText(texts: readonly string[]): string {
  const isPlain = texts.every((text) => !text.includes(SEPARATOR) && !text.startsWith('['));
  return isPlain ? texts.join(`${SEPARATOR} `) : JSON.stringify(texts);
}

function readListText(cell: string): unknown {
  if (cell.startsWith('[')) {
    try {
      return JSON.parse(cell);
    } catch {
      return [cell];
    }
  }
  const texts = cell.split(SEPARATOR).map((text) => text.trim());
  return texts.filter((text) => text !== '');
}

/** A list as it was read. */
export interface ListOfCsv {
  readonly elements: readonly object[];
  /** The line of each. */
  readonly lines: readonly number[];
  /** The columns that the file does not have, and that some of `present` have values in. */
  readonly absent: readonly string[];
  /** What is odd: unknown columns, IDs that a spreadsheet has rounded. */
  readonly warnings: readonly string[];
}

/**
 * Reads a list from CSV. Columns may be in any order, and only those that say what an element is must be there. Values are
 * checked as those of an account file, by the service. Throws AppError validation_failed with the lines of rows that cannot
 * be read.
 */
export function readListCsv(list: CsvList, text: string, present: readonly object[]): ListOfCsv {
  const kinds = LIST_COLUMNS[list];
  const names = Object.keys(kinds);
  const plain = (kind: CellKind) => (kind === 'list' ? 'text' : kind === 'count' ? 'whole' : kind);
  const layout: CsvLayout<string> = {
    columns: Object.fromEntries(names.map((name) => [name, plain(kinds[name]!)])),
    required: REQUIRED[list].map((name) => [name]),
  };
  const found = new IntakeWarnings();
  const table = new CsvTable(layout, found);
  const lines = text.split('\n').map((each, index) => textLine(each, index + 1));
  const rows = [...table.feed(lines.filter((line) => line.text !== '')), ...table.end()];
  const faults: Fault[] = rows.flatMap(({ line, fault }) =>
    fault === null ? [] : [{ path: `line ${line}`, message: fault }],
  );
  if (rows.length === 0) faults.push({ path: 'file', message: 'has no rows' });
  if (faults.length > 0) throw validationFailed(faults, 'file');
  return {
    elements: rows.map((row) => elementOf(table.values(row, names), kinds)),
    lines: rows.map(({ line }) => line),
    absent: names.filter(
      (name) =>
        table.indexes[name] === undefined &&
        present.some((element) => (memberAt(element, name) ?? null) !== null),
    ),
    // What a file for a spreadsheet has around a text of digits is no news.
    warnings: (found.shown ?? [])
      .filter(({ message }) => !message.includes(' is read as '))
      .map(({ line, message }) => `line ${line}: ${message}`),
  };
}

function elementOf(values: Partial<Record<string, unknown>>, kinds: Readonly<Record<string, CellKind>>) {
  const element: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [outer = '', ...inner] = path.split('.');
    let at = element;
    let name = outer;
    for (const next of inner) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
      name = next;
    }
    at[name] = meant(value, kinds[path]!);
  }
  return element;
}

function meant(value: unknown, kind: CellKind): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'list') return readListText(value.trim());
  if (kind === 'count') return value.trim().toLowerCase() === NONE ? null : value;
  return value;
}
