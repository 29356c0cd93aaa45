import type { Fault } from '../foundation/errors/app-error.ts';
import { DAYS_RULE, expandPrefixes, PREFIX_RULE, parseDays } from './import/cell-value.ts';
import { LaneCollector, readCsvLines } from './import/lane-collector.ts';
import type { LaneTableRow } from './table.ts';

const COLUMNS = ['warehouse_id', 'destination_zip3', 'transit_days'];

/**
 * Reads a lane file: CSV with the columns warehouse_id, destination_zip3 (three or five digits, or a range of them) and
 * transit_days, in any order. `warehouseIds` are the client's. Each fault names its line. A file with faults has no
 * usable lanes.
 */
export function parseLaneFile(
  text: string,
  warehouseIds: Iterable<string>,
): { lanes: LaneTableRow[]; faults: Fault[] } {
  const known = new Set(warehouseIds);
  const unreadable: Fault[] = [];
  const [header, ...lines] = readCsvLines(text, unreadable);
  if (unreadable.length > 0) return { lanes: [], faults: unreadable };
  const order = COLUMNS.map((column) => header?.cells.indexOf(column) ?? -1);
  if (header?.cells.length !== COLUMNS.length || order.includes(-1)) {
    const message = `the header must name the columns ${COLUMNS.join(',')}`;
    return { lanes: [], faults: [{ path: 'line 1', message }] };
  }
  const collector = new LaneCollector();
  for (const { line, cells } of lines) {
    const [warehouse_id = '', destination = '', days = ''] = order.map((index) => cells[index] ?? '');
    const prefixes = expandPrefixes(destination);
    const transit_days = parseDays(days);
    const messages = [
      cells.length !== COLUMNS.length && `has ${cells.length} columns instead of ${COLUMNS.length}`,
      !known.has(warehouse_id) && `unknown warehouse_id ${JSON.stringify(warehouse_id)}`,
      prefixes === null && `destination_zip3 ${PREFIX_RULE}`,
      transit_days === null && `transit_days ${DAYS_RULE}`,
    ].filter((message) => message !== false);
    for (const message of messages) collector.fault(`line ${line}`, message);
    if (messages.length === 0) collector.add(line, warehouse_id, prefixes!, () => transit_days!);
  }
  return { lanes: collector.lanes, faults: collector.faults };
}
