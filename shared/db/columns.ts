import sql, { raw, type Sql } from 'sql-template-tag';
import { Utf8Writer } from '../foundation/utf8-writer.ts';

/**
 * Rows as columns: each column is sent as one array, which the statement splits into rows, in the list of a SELECT or
 * in `ROWS FROM (…)`. So one INSERT writes any number of rows. It is as fast as a COPY, and a COPY would need the
 * connection to itself. For few rows a SELECT list is faster, because `ROWS FROM` stores each column before it reads
 * it. Arrays are in PostgreSQL's binary format: as text, the server would take half as long again for a batch's orders,
 * which are all written here (suites `orders` and `runs`).
 */

type Value = string | number | boolean;

const writeText = (out: Utf8Writer, text: Value) => out.text(text as string);

/** Types of elements: the object id, which never changes (pg_type.dat), and what writes a value. */
const TYPES = {
  text: { id: 25, write: writeText },
  json: { id: 114, write: writeText },
  int: { id: 23, write: (out: Utf8Writer, value: Value) => out.int32(value as number) },
  bigint: { id: 20, write: (out: Utf8Writer, value: Value) => out.int64(value as number) },
  bool: { id: 16, write: (out: Utf8Writer, value: Value) => out.byte(value === true ? 1 : 0) },
};
type TypeName = keyof typeof TYPES;

const USUAL_VALUE_BYTES = 32;

/** A column of values of an SQL type. Those of a type that is not in TYPES are sent as text, which the statement casts. */
export function column<T>(rows: readonly T[], type: string, valueIn: (row: T) => Value | null): Sql {
  if (!(type in TYPES)) return sql`${column(rows, 'text', valueIn)}::${raw(type)}`;
  return sql`unnest(${array(rows, type as TypeName, valueIn, TYPES[type as TypeName].write)})`;
}

/** A column of arrays of integers, or nulls, as texts that the statement casts. */
export function arrayColumn<T>(rows: readonly T[], arrayOf: (row: T) => readonly (number | null)[]): Sql {
  return sql`unnest(${array(rows, 'text', arrayOf, (out, integers) => out.integers(integers))})`;
}

/** A list of texts as one value. */
export function textArray(texts: readonly string[]): Sql {
  return array(texts, 'text', (text) => text, writeText);
}

const DIMENSIONS = 1;
const MAY_HAVE_NULLS = 1;
const FIRST_INDEX = 1;
const NULL_LENGTH = -1;
const LENGTH_BYTES = 4;

function array<T, V>(
  rows: readonly T[],
  type: TypeName,
  valueIn: (row: T) => V | null,
  write: (out: Utf8Writer, value: V) => unknown,
): Sql {
  const out = new Utf8Writer((rows.length + 1) * USUAL_VALUE_BYTES);
  out.int32(DIMENSIONS).int32(MAY_HAVE_NULLS).int32(TYPES[type].id).int32(rows.length).int32(FIRST_INDEX);
  for (let i = 0; i < rows.length; i++) {
    const at = out.length;
    out.int32(NULL_LENGTH);
    const value = valueIn(rows[i]!);
    if (value === null) continue;
    write(out, value);
    out.setInt32(at, out.length - at - LENGTH_BYTES);
  }
  return sql`${out.bytes()}::${raw(type)}[]`;
}
