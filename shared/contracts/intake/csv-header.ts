import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import type { CsvRow } from './csv-rows.ts';
import type { IntakeWarnings } from './intake-warnings.ts';

/** The columns of a kind of CSV file. */
export interface CsvLayout<C extends string> {
  /** A file may have them in any order, each at most once. */
  readonly columns: readonly C[];
  /** Groups of columns. A file must have at least one of each group. */
  readonly required: readonly (readonly C[])[];
}

/** The header of a file. */
export interface CsvHeader<C extends string> {
  /** The index of each column; undefined: the file does not have it. */
  readonly indexes: Readonly<Partial<Record<C, number>>>;
  /** The number of columns of each row. */
  readonly width: number;
}

/**
 * Reads a header row. Names may have any case. Unknown columns are left out, with a warning. A faulty header refuses
 * the whole file, because no row can be read without it. Throws AppError: client_id_in_body, validation_failed.
 */
export function readHeader<C extends string>(
  { line, fields, fault }: CsvRow,
  { columns, required }: CsvLayout<C>,
  warnings: IntakeWarnings,
): CsvHeader<C> {
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
  return { indexes, width: fields.length };
}

/** Why a row cannot be read; null if it can. */
export function rowFault({ fields, fault }: CsvRow, { width }: CsvHeader<string>): string | null {
  return fault ?? (fields.length === width ? null : `has ${fields.length} columns, not ${width}`);
}

/** Whether all fields of a row are empty. Spreadsheets write such rows. */
export function isBlankRow({ fields, fault }: CsvRow): boolean {
  return fault === null && fields.every((field) => field.trim() === '');
}
