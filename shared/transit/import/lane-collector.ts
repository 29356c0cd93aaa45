import { CsvError, parse } from 'csv-parse/sync';
import { declaredSeparator, readCell, separatorOf } from '../../foundation/csv-text.ts';
import type { Fault } from '../../foundation/errors/app-error.ts';
import type { Origin } from '../provider.ts';
import type { LaneTableRow } from '../table.ts';
import type { CellValue } from './cell-value.ts';

/** The most faults that are listed. */
const MAX_FAULTS = 100;

/** Collects the lanes of a table and its faults. */
export class LaneCollector {
  readonly lanes: LaneTableRow[] = [];
  readonly #faults: Fault[] = [];
  readonly #lines = new Map<string, number>();
  #more = 0;

  /** The first hundred faults. A table with faults has no usable lanes. */
  get faults(): Fault[] {
    return this.#more === 0
      ? this.#faults
      : [...this.#faults, { path: 'file', message: `has ${this.#more} faults more` }];
  }

  fault(path: string, message: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ path, message });
    else this.#more += 1;
  }

  /** Adds the lanes of a cell from some origins, or its fault, which calls the cell `name`. */
  addCell(
    line: number,
    origins: readonly Origin[],
    prefixes: readonly string[],
    cell: CellValue,
    name: string,
  ): void {
    if (cell === null) return;
    if ('fault' in cell) {
      this.fault(`line ${line}`, `${name} ${cell.fault}`);
      return;
    }
    for (const origin of origins) {
      this.add(line, origin.warehouse_id, prefixes, (prefix) => cell.daysTo(origin, prefix), cell.zone);
    }
  }

  /** Adds the lanes of a line. A pair that comes twice is a fault, one for each line. */
  add(
    line: number,
    warehouse_id: string,
    prefixes: readonly string[],
    daysTo: (prefix: string) => number,
    zone?: string,
  ): void {
    for (const destination_prefix of prefixes) {
      const key = JSON.stringify([warehouse_id, destination_prefix]);
      const earlier = this.#lines.get(key);
      if (earlier !== undefined) {
        this.fault(
          `line ${line}`,
          `${warehouse_id} to ${destination_prefix} stands on line ${earlier} already`,
        );
        return;
      }
      this.#lines.set(key, line);
      this.lanes.push({
        warehouse_id,
        destination_prefix,
        transit_days: daysTo(destination_prefix),
        ...(zone !== undefined && { zone }),
      });
    }
  }
}

/** A line of a table, its cells trimmed. */
export interface CsvLine {
  /** The number of the line on which it ends; empty lines count. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV without its empty lines. If it cannot be read, adds one fault and returns no line. */
export function readCsvLines(text: string, faults: Fault[]): CsvLine[] {
  // csv-parse counts a CRLF within quotes as two lines.
  const lines = text.replaceAll('\r\n', '\n');
  const declared = declaredSeparator(/^\uFEFF?(.*)/.exec(lines)![1]!);
  try {
    const rows = parse(declared === null ? lines : lines.slice(lines.indexOf('\n')), {
      delimiter: declared ?? separatorOf(/^.*[,;\t].*$/m.exec(lines)?.[0] ?? ''),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record.map(readCell) }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push({ path: `line ${error.lines ?? 1}`, message: error.message });
    return [];
  }
}
