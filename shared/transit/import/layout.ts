import type { Origin } from '../provider.ts';
import type { CsvLine } from './csv-lines.ts';
import type { LaneCollector } from './lane-collector.ts';

/** What is known about a table beside the table. */
export interface TableContext {
  /** All warehouses of the client. */
  readonly warehouses: readonly Origin[];
  /** The one whose lanes a table of one origin has; null: the table says it itself. */
  readonly warehouse_id: string | null;
  /** The service whose column is read, as the carrier names it; null: ground. */
  readonly service: string | null;
}

/** A way in which tables of lanes are laid out. */
export interface TableLayout {
  readonly name: string;
  /** Whether a line is the header of such a table. */
  isHeader(cells: readonly string[], context: TableContext): boolean;
  /** Reads the lines from the header on; `preamble` are those before it. Faults go to the collector. */
  read(table: TableLines, context: TableContext, collector: LaneCollector): void;
}

export interface TableLines {
  readonly preamble: readonly CsvLine[];
  readonly header: CsvLine;
  readonly lines: readonly CsvLine[];
}

/** A heading, in any case and with anything between its words: `Dest. ZIP` is `dest_zip`. */
export function heading(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
