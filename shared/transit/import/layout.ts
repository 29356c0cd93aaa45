import type { Origin } from '../provider.ts';
import type { CsvLine, LaneCollector } from './lane-collector.ts';

/** What the reader of a table must know besides the table. */
export interface TableContext {
  /** All warehouses of the client. */
  readonly warehouses: readonly Origin[];
  /** The only origin of the table; null: the table names its origins. */
  readonly warehouse_id: string | null;
  /** The carrier's name of the service whose column is read; null: ground. */
  readonly service: string | null;
}

/** A layout of tables of lanes. */
export interface TableLayout {
  readonly name: string;
  /** Whether a line is the header of such a table. */
  isHeader(cells: readonly string[], context: TableContext): boolean;
  /** Reads a table of this layout. Adds its lanes and faults to the collector. */
  read(table: TableLines, context: TableContext, collector: LaneCollector): void;
}

/** The lines of a table. */
export interface TableLines {
  /** Before the header. */
  readonly preamble: readonly CsvLine[];
  readonly header: CsvLine;
  readonly lines: readonly CsvLine[];
}

/** The normal form of a heading: small letters, and one _ between its words. `Dest. ZIP` is `dest_zip`. */
export function heading(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** Whether a text is a ZIP, or the first three digits of one. */
export const isPlace = (text: string) => /^\d{3}(\d\d)?$/.test(text);

/**
 * The warehouses that a text names: the one with this ID, or else those whose ZIP begins with the text. If the table is
 * read for one warehouse, others are left out.
 */
export function originsOf(text: string, { warehouses, warehouse_id }: TableContext): readonly Origin[] {
  const named = warehouses.filter((warehouse) => warehouse.warehouse_id === text);
  const there = isPlace(text) ? warehouses.filter((warehouse) => warehouse.zip.startsWith(text)) : [];
  return (named.length > 0 ? named : there).filter(
    (warehouse) => warehouse_id === null || warehouse.warehouse_id === warehouse_id,
  );
}
