const PART_LENGTH = 65_536;

/** Joins short texts to larger parts, because sending or writing each text alone costs more. */
export function* inParts(texts: Iterable<string>): Generator<string> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = '';
  }
  yield part;
}

/** Rows as newline-delimited JSON, in parts. */
export function ndjson(rows: Iterable<object>): Generator<string> {
  return inParts(linesOf(rows));
}

function* linesOf(rows: Iterable<object>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}
