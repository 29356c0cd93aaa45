import { type CsvValue, spreadsheetRow } from '../../foundation/csv-text.ts';
import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import type { ColumnKind } from './csv-cell.ts';
import type { CsvRow } from './csv-rows.ts';
import { type CsvLayout, CsvTable } from './csv-table.ts';
import { IntakeWarnings } from './intake-warnings.ts';
import { textLine } from './text-line.ts';

// Lists of the account file as CSV: a row an element, a column a member by its path.

/** A list of the account file that is written and read as CSV. */
export type CsvList = 'warehouses' | 'item_controls';

/** Also a list of texts in one cell. */
type CellKind = ColumnKind | 'list';

const SEPARATOR = ';';

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
  item_controls: ['sku', 'rule'],
};

/** Writes a list as the CSV that `readListCsv` reads. */
export function listCsv(list: CsvList, elements: readonly object[]): string {
  const columns = Object.keys(LIST_COLUMNS[list]);
  const rows = elements.map((element) =>
    spreadsheetRow(...columns.map((path) => cellOf(memberAt(element, path)))),
  );
  return [spreadsheetRow(...columns), ...rows].join('');
}

function memberAt(element: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], element);
}

const cellOf = (value: unknown): CsvValue =>
  Array.isArray(value) ? listText(value) : ((value ?? null) as CsvValue);

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
  /** Of the rows that can be read. */
  readonly elements: readonly object[];
  /** The line of each. */
  readonly lines: readonly number[];
  readonly faults: readonly Fault[];
  /** The columns that the file does not have, and that some of `present` have values in. */
  readonly absent: readonly string[];
  /** What is odd: unknown columns, IDs that a spreadsheet has rounded. */
  readonly warnings: readonly string[];
}

/**
 * Reads a list from CSV. Columns may be in any order, and only those that say what an element is must be there. Values are
 * checked as those of an account file, by the service.
 */
export function readListCsv(list: CsvList, text: string, present: readonly object[]): ListOfCsv {
  const kinds = LIST_COLUMNS[list];
  const names = Object.keys(kinds);
  const plain = (kind: CellKind) => (kind === 'list' ? 'text' : kind);
  const layout: CsvLayout<string> = {
    columns: Object.fromEntries(names.map((name) => [name, plain(kinds[name]!)])),
    required: REQUIRED[list].map((name) => [name]),
  };
  const found = new IntakeWarnings();
  const table = new CsvTable(layout, found);
  const lines = text.split('\n').map((each, index) => textLine(each, index + 1));
  let rows: CsvRow[];
  try {
    rows = [...table.feed(lines.filter((line) => line.text !== '')), ...table.end()];
  } catch (error) {
    if (!(error instanceof AppError) || error.faults === undefined) throw error;
    return unread(error.faults);
  }
  if (rows.length === 0) return unread([{ path: 'file', message: 'has no rows' }]);
  const good = rows.filter(({ fault }) => fault === null);
  return {
    elements: good.map((row) => elementOf(table.values(row, names), kinds)),
    lines: good.map(({ line }) => line),
    faults: rows.flatMap(({ line, fault }) =>
      fault === null ? [] : [{ path: `line ${line}`, message: fault }],
    ),
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

const unread = (faults: readonly Fault[]): ListOfCsv => ({
  elements: [],
  lines: [],
  faults,
  absent: [],
  warnings: [],
});

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
    at[name] = kinds[path] === 'list' && typeof value === 'string' ? readListText(value.trim()) : value;
  }
  return element;
}
