import { CsvError, parse } from 'csv-parse/sync';
import { UsageError } from './failures.ts';
import { parseJson } from './read-file.ts';

/** A row to send, with the place in its file that faults are told by. */
export interface PlacedRow {
  readonly place: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Columns of a CSV file, with what their text becomes. An empty cell is not sent. */
const COLUMNS: Readonly<Record<string, (text: string) => string | number | undefined>> = {
  sku: (text) => text,
  warehouse_id: (text) => text,
  external_warehouse_id: (text) => text,
  warehouse_code: (text) => text,
  quantity_available: wholeNumber,
  available_qty: wholeNumber,
  unit_value: amount,
  sku_description: (text) => text,
};
const FAULTS_SHOWN = 100;

/**
 * Reads the rows of an inventory file: CSV with a header, or JSON as the API takes it (a list, or an object with
 * `inventory`). Throws UsageError that names every bad place, a row that comes twice included.
 */
export function readInventoryFile(path: string, text: string): PlacedRow[] {
  const rows = path.toLowerCase().endsWith('.json') ? jsonRows(path, text) : csvRows(path, text);
  if (rows.length === 0) throw new UsageError(`${path}: there are no rows in it`);
  refuseRepeated(path, rows);
  return rows;
}

function jsonRows(path: string, text: string): PlacedRow[] {
  const content = parseJson(text, path);
  const list = Array.isArray(content) ? content : (content as { inventory?: unknown } | null)?.inventory;
  if (!Array.isArray(list))
    throw new UsageError(`${path}: it must be a list of rows, or an object with inventory`);
  return list.map((row, index) => ({ place: `inventory[${index}]`, row }));
}

function csvRows(path: string, text: string): PlacedRow[] {
  const faults: string[] = [];
  const rows = csvRecords(path, text).map(({ record, info }): PlacedRow => {
    const place = `line ${info.lines}`;
    const row: Record<string, unknown> = {};
    for (const [column, cell] of Object.entries(record)) {
      if (cell.trim() === '') continue;
      const value = COLUMNS[column]!(cell.trim());
      if (value === undefined)
        faults.push(`${place}: ${column}: ${JSON.stringify(cell)} is no number it can have`);
      else row[column] = value;
    }
    return { place, row };
  });
  refuse(path, faults);
  return rows;
}

function csvRecords(
  path: string,
  text: string,
): { record: Record<string, string>; info: { lines: number } }[] {
  try {
    return parse(text, {
      columns: (header: string[]) => checkedHeader(path, header),
      info: true,
      skip_empty_lines: true,
    }) as unknown as ReturnType<typeof csvRecords>;
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

function checkedHeader(path: string, header: string[]): string[] {
  const names = header.map((name) => name.trim());
  const unknown = names.filter((name) => COLUMNS[name] === undefined);
  const known = Object.keys(COLUMNS).join(', ');
  if (unknown.length > 0)
    throw new UsageError(`${path}: unknown column ${unknown.join(', ')}. The columns are ${known}.`);
  return names;
}

/** The service sees one request at a time; a row that comes twice in two of them would pass it unseen. */
function refuseRepeated(path: string, rows: readonly PlacedRow[]): void {
  const first = new Map<string, string>();
  const faults: string[] = [];
  for (const { place, row } of rows) {
    const { sku, warehouse_id, external_warehouse_id, warehouse_code } = row ?? {};
    const key = JSON.stringify([sku, warehouse_id ?? external_warehouse_id ?? warehouse_code]);
    const before = first.get(key);
    if (before === undefined) first.set(key, place);
    else faults.push(`${place}: the same SKU and warehouse as ${before}`);
  }
  refuse(path, faults);
}

function refuse(path: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  const shown = faults.slice(0, FAULTS_SHOWN);
  throw new UsageError(
    `${path}: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}; nothing was sent.`,
    shown,
  );
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function amount(text: string): number | undefined {
  return /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
