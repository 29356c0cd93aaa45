import sql, { raw, type Sql } from 'sql-template-tag';
import { Utf8Writer } from '../foundation/utf8-writer.ts';

/**
 * Rows as columns: each column is sent as one value, which the statement splits into rows, in the list of a SELECT or
 * in `ROWS FROM (…)`. So one INSERT writes any number of rows. It is as fast as a COPY, and a COPY would need the
 * connection to itself. For few rows a SELECT list is faster, because `ROWS FROM` stores each column before it reads
 * it. Columns are bytes, because every order is written here (suites `batch` and `managed-run`).
 */

const USUAL_VALUE_BYTES = 32;

/** A column of texts. */
export function textColumn<T>(rows: readonly T[], textOf: (row: T) => string | null): Sql {
  const texts = column(rows, ['[', ',', ']'], (out, row) => {
    const text = textOf(row);
    if (text === null) out.ascii('null');
    else out.json(text);
  });
  return sql`json_array_elements_text(${texts})`;
}

/** A column of values of an SQL type. They are written without quotes, so they contain no comma and no brace. */
export function plainColumn<T>(
  rows: readonly T[],
  type: string,
  plainOf: (row: T) => string | number | boolean | null,
): Sql {
  const values = column(rows, ['{', ',', '}'], (out, row) => {
    const value = plainOf(row);
    if (typeof value === 'number') out.integer(value);
    else out.ascii(value === null ? 'NULL' : String(value));
  });
  return sql`unnest(${values}::text::${raw(type)}[])`;
}

/** A column of JSON without line breaks, as texts that the statement casts. */
export function jsonColumn<T>(rows: readonly T[], jsonOf: (row: T) => string | null): Sql {
  return lines(rows, (out, row) => out.write(jsonOf(row) ?? ''));
}

/** A column of arrays of integers, as texts that the statement casts. */
export function arrayColumn<T>(rows: readonly T[], arrayOf: (row: T) => readonly number[]): Sql {
  return lines(rows, (out, row) => out.integers(arrayOf(row)));
}

/** A row that writes nothing is null. */
function lines<T>(rows: readonly T[], write: WriteRow<T>): Sql {
  return sql`unnest(string_to_array(${column(rows, ['', '\n', ''], write)}, E'\\n', ''))`;
}

type WriteRow<T> = (out: Utf8Writer, row: T) => void;

function column<T>(
  rows: readonly T[],
  [open, between, close]: readonly [string, string, string],
  write: WriteRow<T>,
): Buffer {
  const out = new Utf8Writer((rows.length + 1) * USUAL_VALUE_BYTES).ascii(open);
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) out.ascii(between);
    write(out, rows[i]!);
  }
  return out.ascii(close).bytes();
}
