import { csvRow } from '../foundation/csv-text.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import { DAYS_RULE, expandPrefixes, PREFIX_RULE, parseDays } from './import/cell-value.ts';
import { LaneCollector, readCsvLines } from './import/lane-collector.ts';
import type { LaneTableRow } from './table.ts';

const COLUMNS = ['warehouse_id', 'destination_zip3', 'transit_days'];
/** May be left out. */
const ZONE = 'zone';
const MAX_ZONE = 50;

/**
 * Reads a lane file: CSV with the columns warehouse_id, destination_zip3 (three or five digits, or a range of them) and
 * transit_days, and if wanted zone, in any order. `warehouseIds` are the client's. Each fault names its line. A file with faults has no
 * usable rows.
 */
export function parseLaneFile(
  text: string,
  warehouseIds: Iterable<string>,
): { rows: LaneTableRow[]; faults: Fault[] } {
  const known = new Set(warehouseIds);
  const unreadable: Fault[] = [];
  const [header, ...lines] = readCsvLines(text, unreadable);
  if (unreadable.length > 0) return { rows: [], faults: unreadable };
  const columns = header?.cells.includes(ZONE) ? [...COLUMNS, ZONE] : COLUMNS;
  const order = columns.map((column) => header?.cells.indexOf(column) ?? -1);
  if (header?.cells.length !== columns.length || order.includes(-1)) {
    const message = `the header must name the columns ${COLUMNS.join(',')}`;
    return { rows: [], faults: [{ path: 'line 1', message }] };
  }
  const collector = new LaneCollector();
  for (const { line, cells } of lines) {
    const [warehouse_id = '', destination = '', days = '', zone = ''] = order.map(
      (index) => cells[index] ?? '',
    );
    const prefixes = expandPrefixes(destination);
    const transit_days = parseDays(days);
    const messages = [
      cells.length !== columns.length && `has ${cells.length} columns instead of ${columns.length}`,
      !known.has(warehouse_id) && `unknown warehouse_id ${JSON.stringify(warehouse_id)}`,
      prefixes === null && `destination_zip3 ${PREFIX_RULE}`,
      transit_days === null && `transit_days ${DAYS_RULE}`,
      zone.length > MAX_ZONE && `zone must have at most ${MAX_ZONE} characters`,
    ].filter((message) => message !== false);
    for (const message of messages) collector.fault(`line ${line}`, message);
    if (messages.length === 0)
      collector.add(line, warehouse_id, prefixes!, () => transit_days!, zone || undefined);
  }
  return { rows: collector.lanes, faults: collector.faults };
}

/** Lanes as the text of a lane file. */
export function laneFileText(lanes: readonly LaneTableRow[]): string {
  const hasZones = lanes.some(({ zone }) => zone != null);
  const lines = lanes.map(({ warehouse_id, destination_prefix, transit_days, zone }) => [
    warehouse_id,
    destination_prefix,
    transit_days,
    ...(hasZones ? [zone ?? ''] : []),
  ]);
  const header = ['warehouse_id', 'destination_zip3', 'transit_days', ...(hasZones ? ['zone'] : [])];
  return [header, ...lines].map((line) => csvRow(...line)).join('');
}
