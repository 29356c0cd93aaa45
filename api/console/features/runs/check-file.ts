import { checkOrder } from '../../../../shared/contracts/intake/check-order.ts';
import { CsvOrders } from '../../../../shared/contracts/intake/csv-orders.ts';
import { type OrderRecord, toFault } from '../../../../shared/contracts/intake/intake-record.ts';
import { plainReading } from '../../../../shared/contracts/intake/intake-warnings.ts';
import type { Line } from '../../../../shared/contracts/intake/lines.ts';
import { ndjsonReader } from '../../../../shared/contracts/intake/ndjson.ts';
import { textLine } from '../../../../shared/contracts/intake/text-line.ts';
import { MAX_SOUGHT_ORDERS } from '../../../../shared/contracts/order-limits.ts';
import { encodingOf } from '../../../../shared/foundation/decode-text.ts';
import type { Fault } from '../../client/service-error.ts';

/** The result of checking a file of orders. */
export interface CheckedFile {
  readonly orders: number;
  readonly faulty: number;
  /** The first faults, by line. */
  readonly faults: readonly Fault[];
  /** The first lines of the file. */
  readonly firstLines: readonly string[];
  /** The IDs of its first good orders. */
  readonly orderIds: readonly string[];
}

export type FileFormat = 'csv' | 'ndjson';

const MAX_FAULTS = 100;
const PREVIEW_LINES = 30;

/** The format by a file's name; null if it is unknown. */
export function formatByName(name: string): FileFormat | null {
  if (/\.csv$/i.test(name)) return 'csv';
  return /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : null;
}

/** A file's text in pieces, as the browser reads it. */
export async function* textOf(file: File): AsyncGenerator<string> {
  const head = await file.slice(0, 2).arrayBuffer();
  const decoder = new TextDecoderStream(encodingOf(new Uint8Array(head)));
  const reader = file.stream().pipeThrough(decoder).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

/**
 * Reads a file of orders in the browser by the rules of the service (shared/contracts/intake), line by line. `onProgress` is
 * called with the characters read so far. A file that cannot be read has one fault and no orders.
 */
export async function checkFile(
  chunks: AsyncIterable<string>,
  format: FileFormat,
  onProgress: (characters: number) => void = () => {},
): Promise<CheckedFile> {
  const found = new FoundOrders();
  const firstLines: string[] = [];
  const reader = format === 'csv' ? new CsvOrders(plainReading()) : ndjsonReader(checkOrder);
  let characters = 0;
  try {
    for await (const { lines, length } of linesOf(chunks)) {
      firstLines.push(...lines.slice(0, PREVIEW_LINES - firstLines.length).map(({ text }) => text));
      found.add(reader.feed(lines));
      characters += length;
      onProgress(characters);
    }
    found.add(reader.end());
  } catch (error) {
    // The whole file is refused: its header is wrong, or too many quotes are open.
    const { faults = [], message } = error as { faults?: readonly Fault[]; message: string };
    return {
      orders: 0,
      faulty: 1,
      faults: faults.length > 0 ? faults : [{ path: 'file', message }],
      firstLines,
      orderIds: [],
    };
  }
  return { ...found.result(), firstLines };
}

/** Counts orders and collects the first faults. A repeated order ID is a fault, in CSV of its whole order. */
class FoundOrders {
  readonly #firstOf = new Map<string, { readonly line: number | null; counted: boolean }>();
  readonly #faults: Fault[] = [];
  #orders = 0;
  #faulty = 0;

  add(records: readonly OrderRecord[]): void {
    for (const { value, faults, place, order_id } of records) {
      const id = order_id ?? value?.order_id;
      const first = id === undefined ? undefined : this.#firstOf.get(id);
      const all = faults.map(toFault);
      if (value !== null && first !== undefined) all.push(duplicate(value.order_id, place.line, first.line));
      const counted = value !== null && all.length === 0;
      if (counted) this.#orders += 1;
      else this.#faulty += 1;
      if (order_id !== undefined && first?.counted) {
        this.#orders -= 1;
        first.counted = false;
      }
      if (id !== undefined && first === undefined) this.#firstOf.set(id, { line: place.line, counted });
      this.#faults.push(...all.slice(0, MAX_FAULTS - this.#faults.length));
    }
  }

  result() {
    const orderIds = [...this.#firstOf].filter(([, { counted }]) => counted).map(([id]) => id);
    return {
      orders: this.#orders,
      faulty: this.#faulty,
      faults: this.#faults,
      orderIds: orderIds.slice(0, MAX_SOUGHT_ORDERS),
    };
  }
}

function duplicate(orderId: string, line: number | null, first: number | null): Fault {
  return { path: `line ${line}`, message: `duplicate order ID ${orderId}, first seen on line ${first}` };
}

/** The numbered lines of a text, chunk by chunk. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<{ lines: Line[]; length: number }> {
  let [rest, number] = ['', 0];
  const toLine = (text: string): Line => {
    number += 1;
    return textLine(text, number);
  };
  for await (const chunk of chunks) {
    const texts = (rest + chunk).split('\n');
    rest = texts.pop() ?? '';
    yield { lines: texts.map(toLine), length: chunk.length };
  }
  if (rest !== '') yield { lines: [toLine(rest)], length: 0 };
}
