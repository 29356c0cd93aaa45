import type { Fault } from '../../foundation/errors/app-error.ts';
import { faultsOf, validationFailed } from '../../foundation/errors/faults.ts';
import { type CsvRow, MAX_LINE_BYTES } from './csv-rows.ts';
import { type CsvLayout, CsvTable } from './csv-table.ts';
import { faultAtLine } from './fault-at-line.ts';
import { IntakeWarnings } from './intake-warnings.ts';
import { readByLine } from './lines.ts';
import { bufferOf, onlyChunk, type WholeBody } from './whole-body.ts';

/** A row with the line that it begins in, and the values that it has. */
export type CsvValues<C extends string> = { readonly line: number } & Partial<Record<C, unknown>>;

/** Reads the rows of a small CSV body. Throws AppError validation_failed with the lines of the faults. */
export async function readCsvBody<C extends string>(
  layout: CsvLayout<C>,
  body: WholeBody,
): Promise<CsvValues<C>[]> {
  const faults: Fault[] = [];
  const table = new CsvTable(layout, new IntakeWarnings());
  const names = Object.keys(layout.columns) as C[];
  const read = (row: CsvRow): CsvValues<C> => {
    if (row.fault !== null) faults.push({ path: `line ${row.line}`, message: row.fault });
    const values = row.fault === null ? table.values(row, names) : {};
    return { line: row.line, ...values } as CsvValues<C>;
  };
  const reader = {
    feed: (lines: Parameters<typeof table.feed>[0]) => table.feed(lines).map(read),
    end: () => table.end().map(read),
  };
  const rows: CsvValues<C>[] = [];
  for await (const some of readByLine(onlyChunk(bufferOf(body)), MAX_LINE_BYTES, reader)) rows.push(...some);
  if (faults.length > 0) throw validationFailed(faults);
  return rows;
}

/** The faults of a document that was made of rows, each at its line. */
export function faultsByLine(
  issues: Parameters<typeof faultsOf>[0],
  list: string,
  lines: readonly number[],
): Fault[] {
  return faultsOf(issues).map((fault) => faultAtLine(fault, list, lines));
}
