import { CsvError, parse } from 'csv-parse/sync';
import type { Fault } from '../../foundation/errors/app-error.ts';

/** A line of a table, its cells trimmed. */
export interface CsvLine {
  /** The number of the line on which it ends; empty lines count. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV without its empty lines. If it cannot be read, adds one fault and returns no line. */
export function readCsvLines(text: string, faults: Fault[]): CsvLine[] {
  try {
    // csv-parse counts a CRLF within quotes as two lines.
    const rows = parse(text.replaceAll('\r\n', '\n'), {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push({ path: `line ${error.lines ?? 1}`, message: error.message });
    return [];
  }
}
