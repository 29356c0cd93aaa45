import { Utf8Writer } from '../platform/utf8-writer.ts';

/**
 * Columns of rows, each as one value that a statement takes apart again: so any number of rows goes into a table by one
 * INSERT, as fast as by a COPY, which would need the connection to itself. As bytes, for every order passes through
 * here (suites `batch` and `managed-run`).
 */

const USUAL_VALUE_BYTES = 32;

/** Any texts, for `json_array_elements_text(…)`. */
export function textColumn<T>(rows: readonly T[], textOf: (row: T) => string | null): Buffer {
  return column(rows, ['[', ',', ']'], (out, row) => {
    const text = textOf(row);
    if (text === null) out.ascii('null');
    else out.json(text);
  });
}

/** Values without quotes, commas or braces in them, for `unnest(…::text::type[])`. */
export function plainColumn<T>(
  rows: readonly T[],
  plainOf: (row: T) => string | number | boolean | null,
): Buffer {
  return column(rows, ['{', ',', '}'], (out, row) => {
    const value = plainOf(row);
    if (typeof value === 'number') out.integer(value);
    else out.ascii(value === null ? 'NULL' : String(value));
  });
}

/** JSON texts, which have no line breaks of their own, for `unnest(string_to_array(…, E'\n'))`; a row may write none. */
export function jsonColumn<T>(rows: readonly T[], write: WriteRow<T>): Buffer {
  return column(rows, ['', '\n', ''], write);
}

/** Arrays of integers, for `unnest(string_to_array(…, E'\n'))`, each then `::int[]` or `::bigint[]`. */
export function arrayColumn<T>(rows: readonly T[], arrayOf: (row: T) => readonly number[]): Buffer {
  return column(rows, ['', '\n', ''], (out, row) => {
    const array = arrayOf(row);
    out.ascii('{');
    for (let i = 0; i < array.length; i++) {
      if (i > 0) out.ascii(',');
      out.integer(array[i]!);
    }
    out.ascii('}');
  });
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
