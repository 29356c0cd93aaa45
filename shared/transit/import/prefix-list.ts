import { type CellValue, daysCell, expandPrefixes, PREFIX_RULE, zoneCell } from './cell-value.ts';
import type { CsvLine, LaneCollector } from './lane-collector.ts';
import { heading, isPlace, originsOf, type TableContext, type TableLayout } from './layout.ts';

const ORIGINS = ['warehouse_id', 'origin', 'origin_zip', 'origin_zip3', 'orig_zip', 'from_zip'];
const DESTINATIONS = [
  'destination_zip3',
  'destination_zip',
  'destination',
  'dest_zip3',
  'dest_zip',
  'to_zip',
  'zip3',
];

/** Whether a column has origins, by its heading. */
export const isOrigin = (cell: string) => ORIGINS.includes(heading(cell));

/** Whether a column has destinations, by its heading. */
export const isDestination = (cell: string) => DESTINATIONS.includes(heading(cell));

/** Each line is a lane: its destination prefix, its days, and its origin unless all lanes are of one warehouse. */
export const prefixDays = prefixList('prefix-days', ['transit_days', 'days', 'service_standard'], daysCell);

/** The same with zones instead of days. */
export const prefixZones = prefixList('prefix-zones', ['zone', 'ground_zone'], zoneCell);

/** A cell with days, and the zone of its line. */
function withZone(cell: CellValue, zone: string | undefined): CellValue {
  return cell === null || 'fault' in cell || !zone ? cell : { ...cell, zone };
}

function prefixList(name: string, values: readonly string[], read: (cell: string) => CellValue): TableLayout {
  const isValue = (cell: string) => values.includes(heading(cell));

  function origins(
    cell: string | undefined,
    { line }: CsvLine,
    context: TableContext,
    collector: LaneCollector,
  ) {
    if (cell === undefined) return originsOf(context.warehouse_id!, context);
    const found = originsOf(cell, context);
    // A ZIP without a warehouse is no fault: a national table has lanes from many places.
    if (
      found.length === 0 &&
      !isPlace(cell) &&
      originsOf(cell, { ...context, warehouse_id: null }).length === 0
    ) {
      collector.fault(`line ${line}`, `unknown warehouse_id ${JSON.stringify(cell)}`);
    }
    return found;
  }

  return {
    name,
    isHeader: (cells) => cells.some(isDestination) && cells.some(isValue),
    read({ header, lines }, context, collector) {
      const column = (is: (cell: string) => boolean) => header.cells.findIndex(is);
      const [from, to, value] = [column(isOrigin), column(isDestination), column(isValue)];
      // Beside days, the zone is only what prices name it.
      const zone = header.cells.findIndex((cell, at) => at !== value && heading(cell) === 'zone');
      if (from === -1 && context.warehouse_id === null) {
        collector.fault(`line ${header.line}`, 'names no origin: say which warehouse it is for');
        return;
      }
      for (const row of lines) {
        const found = origins(from === -1 ? undefined : (row.cells[from] ?? ''), row, context, collector);
        const prefixes = expandPrefixes(row.cells[to] ?? '');
        const cell = withZone(read(row.cells[value] ?? ''), row.cells[zone]);
        if (prefixes === null) collector.fault(`line ${row.line}`, `${header.cells[to]} ${PREFIX_RULE}`);
        collector.addCell(row.line, found, prefixes ?? [], cell, header.cells[value]!);
      }
    },
  };
}
