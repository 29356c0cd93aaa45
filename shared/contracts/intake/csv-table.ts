import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { type CsvRow, CsvRows } from './csv-rows.ts';
import type { IntakeWarnings } from './intake-warnings.ts';
import type { Line } from './lines.ts';

/** The columns of a kind of CSV file. */
export interface CsvLayout<C extends string> {
  /** A file may have them in any order, each at most once. */
  readonly columns: readonly C[];
  /** Groups of columns. A file must have at least one of each group. */
  readonly required: readonly (readonly C[])[];
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

  #below(rows: readonly CsvRow[]): CsvRow[] {
    const below: CsvRow[] = [];
    for (const row of rows) {
      const { fields, fault } = row;
      if (this.#indexes === null) {
        this.#indexes = readHeader(row, this.#layout, this.#warnings);
        this.#width = fields.length;
      } else if (fault !== null) below.push(row);
      else if (isBlank(fields)) continue;
      else if (fields.length === this.#width) below.push(row);
      else {
        // Any field but the first may be in the wrong column.
        const faulty = `has ${fields.length} columns, not ${this.#width}`;
        below.push({ ...row, fields: fields.slice(0, 1), fault: faulty, text: fields.join(',') });
      }
    }
    return below;
  }
}

function isBlank(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === '');
}

/**
 * Reads a header row. Names may have any case. Unknown columns are left out, with a warning. A faulty header refuses
 * the whole file, because no row can be read without it.
 */
function readHeader<C extends string>(
  { line, fields, fault }: CsvRow,
  { columns, required }: CsvLayout<C>,
  warnings: IntakeWarnings,
): ColumnIndexes<C> {
  const path = `line ${line}`;
  const faults: Fault[] = fault === null ? [] : [{ path, message: fault }];
  const indexes: Partial<Record<C, number>> = {};
  for (const [index, field] of fields.entries()) {
    const name = field.trim().toLowerCase();
    const column = columns.find((known) => known === name);
    if (name === 'client_id') {
      throw new AppError('client_id_in_body', `${path}: ${ERRORS.client_id_in_body.detail}`);
    }
    if (column === undefined) {
      const known = `known are ${columns.join(', ')}`;
      warnings.add(
        line,
        `unknown column ${JSON.stringify(field.trim().slice(0, 100))} is left out; ${known}`,
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
