import type pg from 'pg';
import sql, { join, type Sql } from 'sql-template-tag';
import { textArray } from './columns.ts';

// SQL is written by sql-template-tag, which inserts values or other SQL. This file adds what it lacks.

/** Numbers of places for a list of values. They are few, so that a connection has few prepared statements. */
const PLACES = [1, 2, 4, 8];

/** Names of statements by their text. */
const names = new Map<string, string>();

/**
 * `= …`, `IN (…)` or `= ANY(…)`. Each of a few values has a place of its own. With an array, whose length the server
 * does not know, it would plan the statement each time it runs: a third longer for one to three SKUs.
 */
export function oneOf(values: readonly (string | number | Buffer)[]): Sql {
  if (values.length === 1) return sql`= ${values[0]}`;
  const places = PLACES.find((count) => count >= values.length);
  if (places === undefined) return sql`= ANY(${isTexts(values) ? textArray(values) : sql`${values}`})`;
  return sql`IN (${join([...values, ...Array(places - values.length).fill(values.at(-1))], ', ')})`;
}

function isTexts(values: readonly unknown[]): values is readonly string[] {
  return typeof values[0] === 'string';
}

/** Texts, none of them twice, as a table of one column. Its text is the same for any number, so it is planned once. */
export function tableOf(texts: readonly string[]): Sql {
  return sql`unnest(${textArray(texts)})`;
}

/** The conditions that are there, together. */
export function allOf(...conditions: readonly (Sql | false | null | undefined | '')[]): Sql {
  const there = conditions.filter((condition) => condition instanceof Object);
  return there.length === 0 ? sql`true` : join(there, ' AND ');
}

/** SQL of a moment, in whole milliseconds since 1970. */
export function millisecondsOf(moment: string): string {
  return `floor(extract(epoch FROM ${moment}) * 1000)::float8`;
}

/** A prepared statement: a connection parses it once, and the server plans it once if it can. */
export function prepared({ text, values }: Sql): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = `sql-${names.size + 1}`;
    names.set(text, name);
  }
  return { name, text, values };
}

/** A statement that is planned each time, because the best plan depends on its values. */
export function unprepared({ text, values }: Sql): pg.QueryConfig {
  return { text, values };
}
