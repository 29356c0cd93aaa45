import type { Origin } from '../provider.ts';
import { type CellValue, expandPrefixes, PREFIX_RULE, servedCell, zoneCell } from './cell-value.ts';
import type { CsvLine, LaneCollector } from './lane-collector.ts';
import { heading, type TableContext, type TableLayout, type TableLines } from './layout.ts';
import { isOrigin } from './prefix-list.ts';

/** A carrier's zone charts. There is a chart for each origin, with a column for each service. */
interface Chart {
  readonly name: string;
  /** Headings of a column of destinations. USPS has several, each with its column of zones to the right. */
  readonly destinations: readonly string[];
  /** Headings of a column of ground zones. */
  readonly ground: readonly string[];
  /** The days of services that do not depend on the zone, by their headings. */
  readonly days: Readonly<Record<string, number>>;
}

/** ups.com, "Zones and Rates": a sheet for each origin of three digits, saved as CSV. */
export const upsZones = zoneChart({
  name: 'ups-zones',
  destinations: ['dest_zip', 'dest_zips', 'dest_zip_code'],
  ground: ['ground', 'ups_ground'],
  days: {
    '3_day_select': 3,
    '2nd_day_air': 2,
    '2nd_day_air_a_m': 2,
    next_day_air_saver: 1,
    next_day_air: 1,
  },
});

/** fedex.com, "Rate tools": a list of ZIP ranges for each origin, copied into CSV. */
export const fedexZones = zoneChart({
  name: 'fedex-zones',
  destinations: ['destination_zip', 'destination_zips', 'destination_zip_codes', 'destination'],
  ground: ['ground', 'fedex_ground', 'zone'],
  days: {},
});

/** postcalc.usps.com, "Domestic Zone Chart": several pairs of columns with ranges of prefixes and their zones. */
export const uspsZones = zoneChart({
  name: 'usps-zones',
  destinations: ['zip_code', 'zip_codes'],
  ground: ['zone'],
  days: {},
});

function zoneChart(chart: Chart): TableLayout {
  const isTo = (cell: string) => chart.destinations.includes(heading(cell));
  const isService = (cell: string) =>
    chart.ground.includes(heading(cell)) || Object.hasOwn(chart.days, heading(cell));
  return {
    name: chart.name,
    isHeader: (cells) => cells.some(isTo) && cells.some(isService) && !cells.some(isOrigin),
    read(table, context, collector) {
      const { header } = table;
      const origins = chartOrigins(table, context, collector);
      const service = context.service === null ? null : heading(context.service);
      const isWanted = (cell: string) =>
        service === null
          ? chart.ground.includes(heading(cell))
          : heading(cell) === service && isService(cell);
      const columns = header.cells.flatMap((cell, to) => {
        const next = header.cells.findIndex((other, at) => at > to && isTo(other));
        const beside = header.cells.slice(0, next === -1 ? undefined : next);
        const zone = beside.findIndex((other, at) => at > to && isWanted(other));
        return isTo(cell) && zone !== -1 ? [{ to, zone }] : [];
      });
      if (columns.length === 0) {
        const services = header.cells.filter(isService).join(', ');
        collector.fault(`line ${header.line}`, `has no column of that service, but ${services}`);
        return;
      }
      const days = service === null ? undefined : chart.days[service];
      const read = (cell: string) => (days === undefined ? zoneCell(cell) : servedCell(cell, days));
      readRows(
        table.lines,
        { columns, origins, read, note: noteOf(header.cells[columns[0]!.zone]!) },
        collector,
      );
    },
  };
}

/** How the rows of a chart are read. */
interface ChartReading {
  readonly columns: readonly { readonly to: number; readonly zone: number }[];
  readonly origins: readonly Origin[];
  readonly read: (cell: string) => CellValue;
  readonly note: RegExp;
}

/** A note below a table that gives the zone of a service. */
const NOTE = /\bzone\s+\d+\s+for\b/i;

/**
 * Reads the rows and the notes below them. A UPS chart has notes such as "use Zone 44 for Ground, …", which hold for
 * the ZIPs on the next lines. Other lines without a zone are remarks and are skipped.
 */
function readRows(
  lines: readonly CsvLine[],
  { columns, origins, read, note }: ChartReading,
  collector: LaneCollector,
): void {
  let noted: CellValue = null;
  for (const { line, cells } of lines) {
    const text = cells.join(' ').trim();
    const zips = text.split(/\s+/);
    if (NOTE.test(text)) {
      const zone = note.exec(text)?.[1];
      noted = zone === undefined ? null : read(zone);
    } else if (zips.every((zip) => /^\d{5}$/.test(zip))) {
      collector.addCell(line, origins, zips, noted, 'zone');
    } else {
      for (const { to, zone } of columns) readPair(line, cells[to] ?? '', cells[zone] ?? '');
    }
  }

  function readPair(line: number, destination: string, cell: string): void {
    const prefixes = expandPrefixes(destination);
    if (prefixes !== null) collector.addCell(line, origins, prefixes, read(cell), 'zone');
    // A line without a zone is a remark.
    else if (cell !== '' || /^\d/.test(destination))
      collector.fault(`line ${line}`, `destination ${PREFIX_RULE}`);
  }
}

function noteOf(service: string): RegExp {
  return new RegExp(`zone\\s+(\\d+)\\s+for\\s+${service.replace(/[^\w\s]/g, '\\$&')}\\b`, 'i');
}

/** The origin of a UPS chart: "For shipments originating in ZIP Codes 088-01 to 089-99." */
const ORIGINATING = /originating in zip codes?\s+(\d{3})-?(\d{2})(?:\s+to\s+(\d{3})-?(\d{2}))?/i;

/**
 * The warehouses of a chart: the named one, or else all whose ZIP is in the chart's range. It is a fault if the chart
 * is for another place than the named warehouse, or if neither is given.
 */
function chartOrigins(
  { preamble, header }: TableLines,
  { warehouses, warehouse_id }: TableContext,
  collector: LaneCollector,
): readonly Origin[] {
  const stated = preamble
    .map(({ cells }) => ORIGINATING.exec(cells.join(' ')))
    .find((match) => match !== null);
  if (stated === undefined && warehouse_id === null) {
    collector.fault(`line ${header.line}`, 'says no origin: say which warehouse it is for');
    return [];
  }
  const [, a = '', b = '', c = a, d = b] = stated ?? [];
  const isThere = ({ zip }: Origin) => stated === undefined || (zip >= a + b && zip <= c + d);
  const wanted = warehouses.filter((origin) => warehouse_id === null || origin.warehouse_id === warehouse_id);
  const origins = wanted.filter(isThere);
  if (origins.length === 0) {
    const named =
      warehouse_id === null
        ? 'where there is no warehouse'
        : `and not ${wanted[0]?.zip}, where ${warehouse_id} is`;
    collector.fault('file', `is for shipments from ${a}${b} to ${c}${d}, ${named}`);
  }
  return origins;
}
