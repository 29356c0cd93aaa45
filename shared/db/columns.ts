import sql, { raw, type Sql } from 'sql-template-tag';
import { Utf8Writer } from '../foundation/utf8-writer.ts';

/**
 * Rows as columns: each column is sent as one array, which the statement splits into rows, in the list of a SELECT or
 * in `ROWS FROM (…)`. So one INSERT writes any number of rows. It is as fast as a COPY, and a COPY would need the
 * connection to itself. For few rows a SELECT list is faster, because `ROWS FROM` stores each column before it reads
 * it. Arrays are in PostgreSQL's binary format: as text, the server would take half as long again for a batch's orders,
 * which are all written here (suites `batch` and `managed-run`).
 */

/** Object ids of the types of elements (pg_type.dat). They never change. */
const TYPES = { text: 25, json: 114, int: 23, bigint: 20, bool: 16 };

const USUAL_VALUE_BYTES = 32;

/** A column of texts. */
export function textColumn<T>(rows: readonly T[], textOf: (row: T) => string | null): Sql {
  return column(rows, 'text', (out, row) => writeText(out, textOf(row)));
}

/** A list of texts as one value. */
export function textArray(texts: readonly string[]): Sql {
  return array(texts, 'text', writeText);
}

/** A column of JSON. */
export function jsonColumn<T>(rows: readonly T[], jsonOf: (row: T) => string | null): Sql {
  return column(rows, 'json', (out, row) => writeText(out, jsonOf(row)));
}

/** A column of values of an SQL type. Those of `int`, `bigint` and `bool` are sent as such, others as text. */
export function plainColumn<T>(
  rows: readonly T[],
  type: string,
  plainOf: (row: T) => string | number | boolean | null,
): Sql {
  const write: WriteValue<T> = (out, row) => {
    const value = plainOf(row);
    if (value === null) return false;
    if (type === 'int') out.int32(value as number);
    else if (type === 'bigint') out.int64(value as number);
    else if (type === 'bool') out.byte(value === true ? 1 : 0);
    else out.text(value as string);
    return true;
  };
  return type in TYPES
    ? column(rows, type as keyof typeof TYPES, write)
    : sql`${column(rows, 'text', write)}::${raw(type)}`;
}

/** A column of arrays of integers, as texts that the statement casts. */
export function arrayColumn<T>(rows: readonly T[], arrayOf: (row: T) => readonly number[]): Sql {
  return column(rows, 'text', (out, row) => {
    out.integers(arrayOf(row));
    return true;
  });
}

/** Writes a row's value. Returns false if it is null. */
type WriteValue<T> = (out: Utf8Writer, row: T) => boolean;

function writeText(out: Utf8Writer, text: string | null): boolean {
  if (text === null) return false;
  out.text(text);
  return true;
}

const DIMENSIONS = 1;
const MAY_HAVE_NULLS = 1;
const FIRST_INDEX = 1;
const NULL_LENGTH = -1;
const LENGTH_BYTES = 4;

function column<T>(rows: readonly T[], type: keyof typeof TYPES, write: WriteValue<T>): Sql {
  return sql`unnest(${array(rows, type, write)})`;
}

function array<T>(rows: readonly T[], type: keyof typeof TYPES, write: WriteValue<T>): Sql {
  const out = new Utf8Writer((rows.length + 1) * USUAL_VALUE_BYTES);
  out.int32(DIMENSIONS).int32(MAY_HAVE_NULLS).int32(TYPES[type]).int32(rows.length).int32(FIRST_INDEX);
  for (let i = 0; i < rows.length; i++) {
    const at = out.length;
    out.int32(NULL_LENGTH);
    if (write(out, rows[i]!)) out.setInt32(at, out.length - at - LENGTH_BYTES);
  }
  return sql`${out.bytes()}::${raw(type)}[]`;
}
