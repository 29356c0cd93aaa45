import type { Fault } from '../../foundation/errors/app-error.ts';
import type { LaneTableRow } from '../table.ts';
import { LaneCollector, readCsvLines } from './lane-collector.ts';
import type { TableContext, TableLayout } from './layout.ts';
import { prefixDays, prefixZones } from './prefix-list.ts';
import { warehouseDays, warehouseZones } from './warehouse-columns.ts';
import { fedexZones, upsZones, uspsZones } from './zone-chart.ts';

/**
 * The layouts in the order in which they are tried. The charts of carriers come before simpler layouts that resemble
 * them.
 */
const LAYOUTS: readonly TableLayout[] = [
  upsZones,
  uspsZones,
  fedexZones,
  prefixDays,
  prefixZones,
  warehouseDays,
  warehouseZones,
];

/** The names of all layouts. `auto` tries all of them. */
export const LAYOUT_NAMES: readonly string[] = ['auto', ...LAYOUTS.map(({ name }) => name)];

/** The most lines before the header: a title and notes. */
const LINES_BEFORE_HEADER = 40;

/** A table as it was read. */
interface LaneTableReading {
  /** null: none fits. */
  readonly layout: string | null;
  readonly lanes: readonly LaneTableRow[];
  /** A table with faults has no usable lanes. */
  readonly faults: readonly Fault[];
}

/** Reads a table of lanes as carriers publish it (docs/reference/lanes.md), in the layout with this name. */
export function readLaneTable(text: string, layout: string, context: TableContext): LaneTableReading {
  const unreadable: Fault[] = [];
  const lines = readCsvLines(text, unreadable);
  if (unreadable.length > 0) return { layout: null, lanes: [], faults: unreadable };
  const fitting = LAYOUTS.filter(({ name }) => layout === 'auto' || layout === name).flatMap((candidate) => {
    const at = lines
      .slice(0, LINES_BEFORE_HEADER)
      .findIndex(({ cells }) => candidate.isHeader(cells, context));
    return at === -1 ? [] : [{ candidate, at }];
  });
  const [found] = fitting;
  if (found === undefined)
    return unreadTable(`has no header of ${layout === 'auto' ? 'any layout' : layout}`);
  if (found.candidate === warehouseDays && fitting.length > 1) {
    return unreadTable(
      'has a column for each warehouse: say whether the layout is warehouse-days or warehouse-zones',
    );
  }
  const collector = new LaneCollector();
  const [header, ...rows] = lines.slice(found.at);
  found.candidate.read(
    { preamble: lines.slice(0, found.at), header: header!, lines: rows },
    context,
    collector,
  );
  if (collector.faults.length === 0 && collector.lanes.length === 0) {
    collector.fault('file', 'has no lane from any warehouse of the client');
  }
  return { layout: found.candidate.name, lanes: collector.lanes, faults: collector.faults };
}

/** The result for a table that cannot be read. */
function unreadTable(message: string): LaneTableReading {
  return { layout: null, lanes: [], faults: [{ path: 'file', message }] };
}
