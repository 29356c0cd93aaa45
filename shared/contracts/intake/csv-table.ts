import { readCell } from '../../foundation/csv-text.ts';
import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { type ColumnKind, cellValue, cureOf, looksRounded } from './csv-cell.ts';
import { type CsvRow, CsvRows } from './csv-rows.ts';
import type { IntakeWarnings } from './intake-warnings.ts';
import type { Line } from './lines.ts';

/** The columns of a kind of CSV file. */
export interface CsvLayout<C extends string> {
  /** What each holds. A file may have them in any order, each at most once. */
  readonly columns: Readonly<Record<C, ColumnKind>>;
  /** Groups of columns. A file must have at least one of each group. */
  readonly required: readonly (readonly C[])[];
  /** Other names, for a file that does not have the column by its own. */
  readonly aliases?: ReadonlyMap<string, C>;
}

/** The index of each column; undefined: the file does not have it. */
export type ColumnIndexes<C extends string> = Readonly<Partial<Record<C, number>>>;

/** Reads the rows below the header of a CSV file. */
export class CsvTable<C extends string> {
  readonly #csv = new CsvRows();
  readonly #layout: CsvLayout<C>;
  readonly #warnings: IntakeWarnings;
  #width = 0;
  /** The columns that the header names; null: it was not read yet. */
  #indexes: ColumnIndexes<C> | null = null;
  /** The columns among them that hold IDs. */
  #ids: readonly (readonly [C, number])[] = [];

  constructor(layout: CsvLayout<C>, warnings: IntakeWarnings) {
    this.#layout = layout;
    this.#warnings = warnings;
  }

  /** The columns of the rows that were returned. */
  get indexes(): ColumnIndexes<C> {
    return this.#indexes!;
  }

  /**
   * Adds lines. Returns the rows that end in them, without blank ones, which spreadsheets write. Throws AppError
   * client_id_in_body or validation_failed for a faulty header, and what `CsvRows.feed` throws.
   */
  feed(lines: readonly Line[]): CsvRow[] {
    return this.#below(this.#csv.feed(lines));
  }

  /** The rows that are open after the last line. Throws as `feed` does. */
  end(): CsvRow[] {
    return this.#below(this.#csv.end());
  }

  /** Values of a row as fields of a JSON document, without those that it does not have. */
  values(row: CsvRow, columns: readonly C[]): Partial<Record<C, unknown>> {
    const values: Partial<Record<C, unknown>> = {};
    for (const column of columns) {
      const index = this.indexes[column];
      if (index === undefined) continue;
      const value = cellValue(this.#layout.columns[column], row.fields[index]!, this.#csv.separator);
      if (value !== undefined) values[column] = value;
    }
    return values;
  }

  /** What to do about a value that its schema refuses; null: the schema says it. */
  cure(column: string, values: Readonly<Record<string, unknown>>): string | null {
    return cureOf(this.#layout.columns[column as C], values[column]);
  }

  #below(rows: readonly CsvRow[]): CsvRow[] {
    const below: CsvRow[] = [];
    for (const row of rows) {
      const { fields, fault } = row;
      if (this.#indexes === null) {
        this.#indexes = readHeader(row, this.#layout, this.#warnings);
        this.#ids = (Object.entries(this.#indexes) as [C, number][]).filter(
          ([column]) => this.#layout.columns[column] === 'id',
        );
        this.#width = fields.length;
      } else if (fault !== null) below.push({ ...row, fields: fields.map(readCell) });
      else if (isBlank(fields)) continue;
      else if (fields.length === this.#width) below.push({ ...row, fields: this.#meant(row) });
      else {
        // Any field but the first may be in the wrong column.
        const faulty = `has ${fields.length} columns, not ${this.#width}`;
        below.push({
          ...row,
          fields: fields.slice(0, 1).map(readCell),
          fault: faulty,
          text: fields.join(','),
        });
      }
    }
    return below;
  }

  /** The fields of a row as they were meant, with a warning of each that a spreadsheet has left its mark on. */
  #meant({ line, fields }: CsvRow): readonly string[] {
    for (const [column, index] of this.#ids) {
      if (!looksRounded(fields[index]!)) continue;
      const message = `${column} ${fields[index]!.trim()} looks like a number that a spreadsheet has rounded`;
      this.#warnings.add(line, message, `${column} is rounded`);
    }
    let meant: string[] | null = null;
    for (let index = 0; index < fields.length; index += 1) {
      const cell = fields[index]!;
      const read = readCell(cell);
      if (read === cell) continue;
      this.#warnings.add(line, `${quoted(cell)} is read as ${quoted(read)}`, 'is read as');
      meant ??= [...fields];
      meant[index] = read;
    }
    return meant ?? fields;
  }
}

const quoted = (cell: string) => JSON.stringify(cell.slice(0, 50));

function isBlank(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === '');
}

/**
 * Reads a header row. Names may have any case. Unknown columns are left out, with a warning. A faulty header refuses
 * the whole file, because no row can be read without it.
 */
function readHeader<C extends string>(
  { line, fields, fault }: CsvRow,
  { columns, required, aliases = new Map() }: CsvLayout<C>,
  warnings: IntakeWarnings,
): ColumnIndexes<C> {
  const path = `line ${line}`;
  const faults: Fault[] = fault === null ? [] : [{ path, message: fault }];
  const indexes: Partial<Record<C, number>> = {};
  const names = fields.map((field) => field.trim().toLowerCase());
  for (const [index, name] of names.entries()) {
    const column = columnNamed(name, columns) ?? ownAlias(aliases.get(name), names);
    if (name === 'client_id') {
      throw new AppError('client_id_in_body', `${path}: ${ERRORS.client_id_in_body.detail}`);
    }
    if (column === undefined) {
      const known = `known are ${Object.keys(columns).join(', ')}`;
      warnings.add(
        line,
        `unknown column ${JSON.stringify(fields[index]!.trim().slice(0, 100))} is left out; ${known}`,
      );
    } else if (indexes[column] !== undefined) faults.push({ path, message: `column ${name} appears twice` });
    else indexes[column] = index;
  }
  for (const [name, ...aliases] of required) {
    if ([name!, ...aliases].some((column) => indexes[column] !== undefined)) continue;
    const instead = aliases.length === 0 ? '' : ` (or ${aliases.join(', ')})`;
    faults.push({ path, message: `column ${name}${instead} is missing` });
  }
  if (faults.length > 0) throw validationFailed(faults);
  return indexes;
}

function columnNamed<C extends string>(name: string, columns: CsvLayout<C>['columns']): C | undefined {
  return Object.hasOwn(columns, name) ? (name as C) : undefined;
}

/** The column that an alias is for, unless the file has it by its own name. */
function ownAlias<C extends string>(column: C | undefined, names: readonly string[]): C | undefined {
  return column !== undefined && names.includes(column) ? undefined : column;
}
