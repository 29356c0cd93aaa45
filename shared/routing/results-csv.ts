import type { PresentedOrder } from '../contracts/presented-order.ts';
import { resultCells } from '../contracts/reports.ts';
import type { Configuration } from '../engine/types.ts';
import { csvRow } from '../foundation/csv-text.ts';
import { resultCellsOf } from './result-cells.ts';

/** The columns' names in their order. What ships line by line is in the NDJSON. */
export const RESULT_COLUMNS: readonly string[] = [
  'order_id',
  'routing_decision_id',
  'destination_zip',
  ...Object.keys(resultCells),
];

/** The header row. */
export const resultsCsvHeader: string = csvRow(...RESULT_COLUMNS);

/** A result as a flat row, the same in both contract variants. */
export function resultCsvRow(configuration: Configuration, decided: PresentedOrder): string {
  const { id, order } = decided;
  const cells = resultCellsOf(configuration, decided);
  return csvRow(order.order_id, id, order.destination_zip, ...Object.values(cells));
}
