import type pg from 'pg';
import sql, { join, type Sql } from 'sql-template-tag';

// SQL is written by sql-template-tag, which puts in values or more SQL. This file adds what it lacks.

/** How many places a list of values may have: few choices, so that connections have few statements to remember. */
const PLACES = [1, 2, 4, 8];

/** Names of statements by their text. There are as many as ways to put them together. */
const names = new Map<string, string>();

/**
 * `= …`, `IN (…)` or `= ANY(…)`. A few values have a place each: the server does not know the length of an array, and
 * would plan the statement each time it runs. That takes a third longer for one to three SKUs.
 */
export function oneOf(values: readonly unknown[]): Sql {
  if (values.length === 1) return sql`= ${values[0]}`;
  const places = PLACES.find((count) => count >= values.length);
  if (places === undefined) return sql`= ANY(${values})`;
  return sql`IN (${join([...values, ...Array(places - values.length).fill(values.at(-1))], ', ')})`;
}

/**
 * Texts, of which there is one at least and none twice, as a table of one column. One text has a place of its own, as in
 * `oneOf`: as an array it would take 40 % longer.
 */
export function tableOf(texts: readonly string[]): Sql {
  return texts.length === 1 ? sql`(VALUES (${texts[0]}::text))` : sql`unnest(${texts}::text[])`;
}

/** A statement that a connection parses once, and the server plans once if it can. */
export function prepared({ text, values }: Sql): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = `sql-${names.size + 1}`;
    names.set(text, name);
  }
  return { name, text, values };
}

/** A statement that is planned for its values each time: where the best plan depends on them. */
export function unprepared({ text, values }: Sql): pg.QueryConfig {
  return { text, values };
}
