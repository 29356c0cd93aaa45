import type { Line } from './lines.ts';

/** A record of a CSV text. */
export interface CsvRow {
  /** The physical line on which it starts. */
  readonly line: number;
  /** As they stand, nothing trimmed; where there is a fault, those before it. */
  readonly fields: readonly string[];
  /** What keeps the record from being read. */
  readonly fault: string | null;
}

/** A record with quotes, as far as it was read. */
interface OpenRow {
  readonly lines: Line[];
  readonly fields: string[];
  /** The quoted field that goes on after the last line. */
  field: string;
  length: number;
}

/** Bytes that one line of a CSV file may have. */
export const MAX_LINE_BYTES = 64 * 1024;

/** Characters of a record over several lines, beyond which a quote counts as one that nobody closed. */
const MAX_LENGTH = 64 * 1024;

/**
 * Makes lines into CSV records (RFC 4180). A quote inside an unquoted field is a character like others; line
 * ends in a quoted field become LF. A record that cannot be read is one fault, on the line where it starts, and
 * reading goes on with the line after that one: a quote that nobody closed swallows no other orders.
 *
 * Both are why this is not csv-parse, which miscounts lines after quoted line ends and drops good records after
 * a bad one.
 */
export class CsvRows {
  #open: OpenRow | null = null;

  /** Takes the next lines; returns the records that end in them. Blank lines are none. */
  feed(lines: readonly Line[]): CsvRow[] {
    const rows: CsvRow[] = [];
    const left = lines.toReversed();
    for (let line = left.pop(); line; line = left.pop()) {
      const row = this.#read(line);
      if (row === null) continue;
      rows.push(row);
      if (row.fault !== null && this.#open) {
        for (const again of this.#open.lines.slice(1).reverse()) left.push(again);
      }
      this.#open = null;
    }
    return rows;
  }

  /** The records that are left after the last line. */
  end(): CsvRow[] {
    const rows: CsvRow[] = [];
    while (this.#open) {
      const unclosed = this.#open;
      this.#open = null;
      rows.push(rowOf(unclosed, 'has a quote that is not closed'));
      for (const row of this.feed(unclosed.lines.slice(1))) rows.push(row);
    }
    return rows;
  }

  /** Reads a line by itself or as the next one of the open record; null where no record ends with it. */
  #read(line: Line): CsvRow | null {
    const fault = line.fault ?? (line.text.includes('\0') ? 'must not contain NUL characters' : null);
    if (this.#open) {
      this.#open.lines.push(line);
      return fault === null
        ? readFields(this.#open, line.text, true)
        : rowOf(this.#open, `has a quote that is not closed before line ${line.number}, which ${fault}`);
    }
    if (fault !== null) return { line: line.number, fields: [], fault };
    if (line.text.trim() === '') return null;
    if (!line.text.includes('"')) return { line: line.number, fields: line.text.split(','), fault: null };
    this.#open = { lines: [line], fields: [], field: '', length: 0 };
    return readFields(this.#open, line.text, false);
  }
}

/** Reads a line into the record; null where a quoted field goes on after it. */
function readFields(row: OpenRow, text: string, startsInQuotes: boolean): CsvRow | null {
  row.length += text.length + 1;
  let inQuotes = startsInQuotes;
  for (let at = 0; ; at += 1) {
    if (!inQuotes && text[at] === '"') {
      inQuotes = true;
      continue;
    }
    let end = text.indexOf(inQuotes ? '"' : ',', at);
    if (inQuotes && end === -1) {
      row.field += `${text.slice(at)}\n`;
      if (row.length <= MAX_LENGTH) return null;
      return rowOf(row, `has a quote that is not closed within ${MAX_LENGTH} characters`);
    }
    if (end === -1) end = text.length;
    row.field += text.slice(at, end);
    at = end;
    if (inQuotes) {
      at += 1;
      if (text[at] === '"') {
        row.field += '"';
        continue;
      }
      if (at < text.length && text[at] !== ',') return rowOf(row, 'has text after a closing quote');
      inQuotes = false;
    }
    row.fields.push(row.field);
    row.field = '';
    if (at >= text.length) return rowOf(row, null);
  }
}

function rowOf(row: OpenRow, fault: string | null): CsvRow {
  return { line: row.lines[0]!.number, fields: row.fields, fault };
}
