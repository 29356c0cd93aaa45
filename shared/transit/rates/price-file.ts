import { csvRow } from '../../foundation/csv-text.ts';
import type { Fault } from '../../foundation/errors/app-error.ts';
import { readCsvLines } from '../import/lane-collector.ts';
import { EVERY_WAREHOUSE, type PriceListRow } from './price-lists.ts';

const COLUMNS = ['warehouse_id', 'zone', 'max_weight', 'price'];
const MAX_ROWS = 200_000;
const MAX_ZONE = 50;
const MAX_AMOUNT = 1_000_000_000;

/** The most faults that are listed. */
const MAX_FAULTS = 100;

/** Prices as they were read. A table with faults has no usable rows. */
interface PriceFile {
  readonly rows: readonly PriceListRow[];
  readonly faults: readonly Fault[];
}

/**
 * Reads prices from CSV with the columns warehouse_id (* is every warehouse), zone, max_weight and price, in any order.
 * `warehouseIds` are the client's. Each fault names its line.
 */
export function parsePriceFile(text: string, warehouseIds: Iterable<string>): PriceFile {
  const known = new Set([...warehouseIds, EVERY_WAREHOUSE]);
  const faults: Fault[] = [];
  const fault = (path: string, message: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ path, message });
  };
  const [header, ...lines] = readCsvLines(text, faults);
  const order = COLUMNS.map((column) => header?.cells.indexOf(column) ?? -1);
  if (faults.length === 0 && (header?.cells.length !== COLUMNS.length || order.includes(-1))) {
    fault('line 1', `the header must name the columns ${COLUMNS.join(',')}`);
  } else if (lines.length === 0 || lines.length > MAX_ROWS) {
    fault('file', lines.length === 0 ? 'has no price' : `has more than ${MAX_ROWS} prices`);
  }
  if (faults.length > 0) return { rows: [], faults };

  const lists = new Map<string, Map<number, { price: number; line: number }>>();
  for (const { line, cells } of lines) {
    const [warehouse_id = '', zone = '', weight = '', cost = ''] = order.map((index) => cells[index] ?? '');
    const max_weight = tenThousandths(weight);
    const price = tenThousandths(cost);
    const before = faults.length;
    if (cells.length !== COLUMNS.length) fault(`line ${line}`, `has ${cells.length} columns instead of 4`);
    if (!known.has(warehouse_id))
      fault(`line ${line}`, `unknown warehouse_id ${JSON.stringify(warehouse_id)}`);
    if (zone === '' || zone.length > MAX_ZONE || /[\0\p{Surrogate}]/u.test(zone))
      fault(`line ${line}`, `zone must be a text of 1 to ${MAX_ZONE} characters`);
    if (!max_weight) fault(`line ${line}`, `max_weight must be above 0, ${AMOUNT_RULE}`);
    if (price === null) fault(`line ${line}`, `price must be ${AMOUNT_RULE}`);
    if (faults.length > before || faults.length === MAX_FAULTS) continue;
    const key = JSON.stringify([warehouse_id, zone]);
    const list = lists.get(key) ?? new Map<number, { price: number; line: number }>();
    lists.set(key, list);
    const earlier = list.get(max_weight!);
    if (earlier !== undefined) {
      fault(
        `line ${line}`,
        `${warehouse_id} to zone ${zone} up to ${weight} stands on line ${earlier.line} already`,
      );
    }
    list.set(max_weight!, { price: price!, line });
  }
  if (faults.length > 0) return { rows: [], faults };
  return { rows: [...lists].map(([key, list]) => toRow(key, list)), faults };
}

function toRow(key: string, list: ReadonlyMap<number, { readonly price: number }>): PriceListRow {
  const [warehouse_id, zone] = JSON.parse(key) as [string, string];
  const rows = [...list].sort(([left], [right]) => left - right);
  return {
    warehouse_id,
    zone,
    max_weights: rows.map(([weight]) => weight),
    prices: rows.map(([, { price }]) => price),
  };
}

const AMOUNT_RULE = `a number of at most ${MAX_AMOUNT} with at most four decimals, such as 12.5`;

/** The ten-thousandths of a decimal; null: it is none, or too large. */
function tenThousandths(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined || Number(whole) > MAX_AMOUNT) return null;
  return Number(`${whole}${fraction.padEnd(4, '0')}`);
}

/** Prices as the text of a price file. */
export function priceFileText(lists: readonly PriceListRow[]): string {
  const lines = lists.flatMap(({ warehouse_id, zone, max_weights, prices }) =>
    max_weights.map((weight, index) => [
      warehouse_id,
      zone,
      decimalAmount(weight),
      decimalAmount(prices[index]!),
    ]),
  );
  return [COLUMNS, ...lines].map((line) => csvRow(...line)).join('');
}

/** A price or a weight that is stored, as a decimal. */
export function decimalAmount(amount: number): number {
  return amount / 10_000;
}
