import type pg from 'pg';

/** SQL in pieces, with what stands between them: values, and more SQL. */
export class Sql {
  /** One more than there are parts. */
  readonly texts: readonly string[];
  readonly parts: readonly unknown[];

  constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.texts = texts;
    this.parts = parts;
  }
}

/** Few values have places of their own: so many, the last one repeated, that there are few statements to be kept. */
const PLACES = [1, 2, 4, 8];

/** Names of statements by their text. There are as many as ways to put them together. */
const names = new Map<string, string>();

/** Writes SQL: what is put in is a value, or more SQL. */
export function sql(texts: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  return new Sql(texts, parts);
}

/** SQL without values: a name of the program's own, never a caller's text. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** Values or SQL with commas between them. */
export function list(parts: readonly unknown[]): Sql {
  return new Sql(['', ...Array<string>(parts.length - 1).fill(', '), ''], parts);
}

/**
 * `= …`, `IN (…)` or `= ANY(…)`. A few values stand each for itself: of an array the server does not know how long it
 * is, and would plan the statement anew each time it runs, which takes longer than running it.
 */
export function oneOf(values: readonly unknown[]): Sql {
  if (values.length === 1) return sql`= ${values[0]}`;
  const places = PLACES.find((count) => count >= values.length);
  if (places === undefined) return sql`= ANY(${values})`;
  return sql`IN (${list([...values, ...Array(places - values.length).fill(values.at(-1))])})`;
}

/** Texts, of which there is one at least and none twice, as a table of one column. */
export function asked(values: readonly string[]): Sql {
  return values.length === 1 ? sql`(VALUES (${values[0]}::text))` : sql`unnest(${values}::text[])`;
}

/** A statement that a connection parses once, and the server plans once if it can. */
export function prepared(statement: Sql): pg.QueryConfig {
  const written: string[] = [];
  const values: unknown[] = [];
  write(statement, written, values);
  const text = written.join('');
  let name = names.get(text);
  if (name === undefined) {
    name = `sql-${names.size + 1}`;
    names.set(text, name);
  }
  return { name, text, values };
}

/** A statement that is planned for its values each time: where the best plan depends on them. */
export function unprepared(statement: Sql): pg.QueryConfig {
  const { text, values } = prepared(statement);
  return { text, values: values! };
}

/** Sends statements one behind the other. */
export function send(db: Pick<pg.ClientBase, 'query'>, statements: readonly Sql[]): Promise<unknown>[] {
  return statements.map((statement) => db.query(prepared(statement)));
}

function write({ texts, parts }: Sql, written: string[], values: unknown[]): void {
  written.push(texts[0]!);
  for (let place = 0; place < parts.length; place++) {
    const part = parts[place];
    if (part instanceof Sql) write(part, written, values);
    else written.push(`$${values.push(part)}`);
    written.push(texts[place + 1]!);
  }
}
