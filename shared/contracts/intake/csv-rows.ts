import { declaredSeparator, separatorOf } from '../../foundation/csv-text.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import type { Line } from './lines.ts';

/** A record of a CSV text. */
export interface CsvRow {
  /** The line of the file on which it begins. */
  readonly line: number;
  /** The fields, not trimmed. If there is a fault, the fields before it. */
  readonly fields: readonly string[];
  /** Why the record cannot be read; null: it can. */
  readonly fault: string | null;
  /** The first line of a record that cannot be read, or ''. */
  readonly text?: string;
}

/** A record with quotes whose end has not been read. */
interface OpenRow {
  readonly lines: Line[];
  readonly fields: string[];
  /** The text so far of the quoted field that continues on the next line. */
  field: string;
  length: number;
}

/** The most bytes of a line of CSV. */
export const MAX_LINE_BYTES = 64 * 1024;

/** The most characters and lines of a record. In a longer one, the quote counts as not closed. */
const MAX_LENGTH = 64 * 1024;
const MAX_RECORD_LINES = 1000;

/**
 * The most lines that are read again after unclosed quotes. Without a limit, a file of such quotes would take hours.
 */
const MAX_LINES_AGAIN = 100_000;

/**
 * Makes CSV records of lines (RFC 4180). Commas, semicolons or tabs separate fields, as in the first line, or as a line `sep=;` before it says. A quote
 * inside an unquoted field is an ordinary character. Line ends in a quoted field become LF. A record that cannot be
 * read is one fault, on the line on which it begins, and the line after that one is read next. So a quote that is not
 * closed loses no other order. A file with hundreds of such quotes is refused as a whole.
 *
 * csv-parse is not used, because it miscounts lines after quoted line ends and drops good records after a bad one.
 */
export class CsvRows {
  #open: OpenRow | null = null;
  #linesAgain = 0;
  /** The separator of fields in the first line; null: no line was read. */
  #separator: string | null = null;

  /** What separates the fields of the rows that were returned. */
  get separator(): string {
    return this.#separator!;
  }

  /**
   * Adds lines, without the empty ones. Returns the records that end in them. Throws AppError validation_failed if too
   * many quotes are not closed.
   */
  feed(lines: readonly Line[]): CsvRow[] {
    const rows: CsvRow[] = [];
    const left = lines.toReversed();
    for (let line = left.pop(); line; line = left.pop()) {
      const row = this.#read(line);
      if (row === null) continue;
      rows.push(row);
      if (row.fault !== null && this.#open) {
        for (const again of this.#linesAfter(this.#open).reverse()) left.push(again);
      }
      this.#open = null;
    }
    return rows;
  }

  /** Returns the records that are open after the last line. Throws as `feed` does. */
  end(): CsvRow[] {
    const rows: CsvRow[] = [];
    while (this.#open) {
      const unclosed = this.#open;
      this.#open = null;
      rows.push(rowOf(unclosed, 'has a quote that is not closed'));
      for (const row of this.feed(this.#linesAfter(unclosed))) rows.push(row);
    }
    return rows;
  }

  /** The lines after the first line of a record that cannot be read. They are read again. */
  #linesAfter({ lines }: OpenRow): Line[] {
    this.#linesAgain += lines.length - 1;
    if (this.#linesAgain > MAX_LINES_AGAIN) {
      const message = 'has a quote that is not closed, one of too many in this file';
      throw validationFailed([{ path: `line ${lines[0]!.number}`, message }]);
    }
    return lines.slice(1);
  }

  /** Reads a line, as the next line of the open record if there is one; null: no record ends with it. */
  #read(line: Line): CsvRow | null {
    const fault = line.fault ?? (line.text.includes('\0') ? 'must not contain NUL characters' : null);
    if (this.#open) {
      const empty = line.number - this.#open.lines.at(-1)!.number - 1;
      this.#open.lines.push(line);
      if (fault !== null)
        return rowOf(this.#open, `has a quote that is not closed before line ${line.number}, which ${fault}`);
      return addEmptyLines(this.#open, empty) ?? readFields(this.#open, line.text, this.#separator!, true);
    }
    if (fault !== null) return { line: line.number, fields: [], fault, text: line.text };
    if (line.text.trim() === '') return null;
    if (this.#separator === null) {
      const declared = declaredSeparator(line.text);
      this.#separator = declared ?? separatorOf(line.text);
      if (declared !== null) return null;
    }
    if (!line.text.includes('"'))
      return { line: line.number, fields: line.text.split(this.#separator), fault: null };
    this.#open = { lines: [line], fields: [], field: '', length: 0 };
    return readFields(this.#open, line.text, this.#separator, false);
  }
}

/** Adds empty lines to the quoted field of the record. Returns its fault if it is too long then, otherwise null. */
function addEmptyLines(row: OpenRow, count: number): CsvRow | null {
  row.length += count;
  const fault = unclosedWithin(row);
  if (fault === null) row.field += '\n'.repeat(count);
  return fault;
}

/** The fault of a record that is too long; null: it is not. */
function unclosedWithin(row: OpenRow): CsvRow | null {
  if (row.length <= MAX_LENGTH && row.lines.length <= MAX_RECORD_LINES) return null;
  return rowOf(
    row,
    `has a quote that is not closed within ${MAX_LENGTH} characters or ${MAX_RECORD_LINES} lines`,
  );
}

/** Adds the fields of a line to the record; null: a quoted field continues on the next line. */
function readFields(row: OpenRow, text: string, separator: string, startsInQuotes: boolean): CsvRow | null {
  row.length += text.length + 1;
  let inQuotes = startsInQuotes;
  for (let at = 0; ; at += 1) {
    if (!inQuotes && text[at] === '"') {
      inQuotes = true;
      continue;
    }
    let end = text.indexOf(inQuotes ? '"' : separator, at);
    if (inQuotes && end === -1) {
      row.field += `${text.slice(at)}\n`;
      return unclosedWithin(row);
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
      if (at < text.length && text[at] !== separator) return rowOf(row, 'has text after a closing quote');
      inQuotes = false;
    }
    row.fields.push(row.field);
    row.field = '';
    if (at >= text.length) return rowOf(row, null);
  }
}

function rowOf(row: OpenRow, fault: string | null): CsvRow {
  const { number, text } = row.lines[0]!;
  return { line: number, fields: row.fields, fault, ...(fault !== null && { text }) };
}
