import { validationFailed } from '../errors/faults.ts';
import type { Line } from './lines.ts';

/** A record of a CSV text. */
export interface CsvRow {
  /** The physical line on which it starts. */
  readonly line: number;
  /** As they are, nothing trimmed; if there is a fault, those before it. */
  readonly fields: readonly string[];
  /** Why the record cannot be read. */
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

/** Characters and lines of a record, beyond which a quote counts as one that nobody closed. */
const MAX_LENGTH = 64 * 1024;
const MAX_RECORD_LINES = 1000;

/** Lines of a file that are read again after quotes that nobody closed: a file of such quotes would take hours. */
const MAX_LINES_AGAIN = 100_000;

/**
 * Makes lines into CSV records (RFC 4180), whose fields are separated as those of the first line are: by commas,
 * semicolons or tabs. A quote inside an unquoted field is a character like others; line
 * ends in a quoted field become LF. A record that cannot be read is one fault, on the line where it starts, and
 * reading goes on with the line after that one: a quote that nobody closed swallows no other orders. A file with
 * hundreds of such quotes is refused as a whole.
 *
 * Both are why this is not csv-parse, which miscounts lines after quoted line ends and drops good records after
 * a bad one.
 */
export class CsvRows {
  #open: OpenRow | null = null;
  #linesAgain = 0;
  /** What separates fields, as the first line, the header, has it. */
  #separator: string | null = null;

  /**
   * Takes the next lines, of which those without a character are left out; returns the records that end in them.
   * Throws AppError validation_failed where too many quotes are not closed.
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

  /** The records that are left after the last line. Throws as `feed` does. */
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

  /** The lines after the first of a record that cannot be read. They are read by themselves. */
  #linesAfter({ lines }: OpenRow): Line[] {
    this.#linesAgain += lines.length - 1;
    if (this.#linesAgain > MAX_LINES_AGAIN) {
      const message = 'has a quote that is not closed, one of too many in this file';
      throw validationFailed([{ path: `line ${lines[0]!.number}`, message }]);
    }
    return lines.slice(1);
  }

  /** Reads a line by itself or as the next one of the open record; null where no record ends with it. */
  #read(line: Line): CsvRow | null {
    const fault = line.fault ?? (line.text.includes('\0') ? 'must not contain NUL characters' : null);
    if (this.#open) {
      const empty = line.number - this.#open.lines.at(-1)!.number - 1;
      this.#open.lines.push(line);
      if (fault !== null)
        return rowOf(this.#open, `has a quote that is not closed before line ${line.number}, which ${fault}`);
      return addEmptyLines(this.#open, empty) ?? readFields(this.#open, line.text, this.#separator!, true);
    }
    if (fault !== null) return { line: line.number, fields: [], fault };
    if (line.text.trim() === '') return null;
    this.#separator ??= separatorOf(line.text);
    if (!line.text.includes('"'))
      return { line: line.number, fields: line.text.split(this.#separator), fault: null };
    this.#open = { lines: [line], fields: [], field: '', length: 0 };
    return readFields(this.#open, line.text, this.#separator, false);
  }
}

/** The separator that a header has most often: names of columns contain no separator. */
function separatorOf(header: string): string {
  let separator = ',';
  let most = 0;
  for (const each of [',', ';', '\t']) {
    const count = header.split(each).length;
    if (count <= most) continue;
    separator = each;
    most = count;
  }
  return separator;
}

/** Adds empty lines to the quoted field of the record. Returns null if the record is not too long then. */
function addEmptyLines(row: OpenRow, count: number): CsvRow | null {
  row.length += count;
  const fault = unclosedWithin(row);
  if (fault === null) row.field += '\n'.repeat(count);
  return fault;
}

function unclosedWithin(row: OpenRow): CsvRow | null {
  if (row.length <= MAX_LENGTH && row.lines.length <= MAX_RECORD_LINES) return null;
  return rowOf(
    row,
    `has a quote that is not closed within ${MAX_LENGTH} characters or ${MAX_RECORD_LINES} lines`,
  );
}

/** Reads a line into the record; null where a quoted field goes on after it. */
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
  return { line: row.lines[0]!.number, fields: row.fields, fault };
}
