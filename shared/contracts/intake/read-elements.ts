import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { AppError } from '../../foundation/errors/app-error.ts';
import { faultsOf, validationFailed } from '../../foundation/errors/faults.ts';
import type { IntakeWarning } from '../intake-warning.ts';
import { tooLong } from '../order-limits.ts';
import { ArraySplitter } from './array-splitter.ts';
import { type CsvRow, MAX_LINE_BYTES } from './csv-rows.ts';
import { type CsvLayout, CsvTable } from './csv-table.ts';
import { readWhole, type WholeReading } from './found-faults.ts';
import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import { type CsvReading, type IntakeWarnings, plainReading } from './intake-warnings.ts';
import { notUtf8, readJson } from './json-body.ts';
import { faultText, lineAndColumn, parseJson } from './json-text.ts';
import { orNotJson } from './likely-cause.ts';
import { type LineReader, readByLine, withPauses } from './lines.ts';
import { ndjsonReader } from './ndjson.ts';
import { strictFaults } from './strict-body.ts';
import { bufferOf, onlyChunk, type WholeBody } from './whole-body.ts';

/**
 * NDJSON has an element on each line. In CSV a row is a row of stock, a change or an order line. JSON is a document with one
 * array of elements.
 */
export type IntakeFormat = 'ndjson' | 'csv' | 'json';

/** What a file has: orders, rows of stock, changes of stock, or orders that have shipped. */
export interface FileKind<T, Record extends IntakeRecord<T> = IntakeRecord<T>> {
  /** The array of its elements in a JSON document. */
  readonly name: string;
  /** The most bytes of an element. */
  readonly maxBytes: number;
  readonly check: ElementCheck<T>;
  /** The schema of a JSON document. It refuses one without elements. */
  readonly schema: z.ZodType;
  readonly csv: (reading: CsvReading) => LineReader<Record>;
  /** Gets the rest of a JSON document, parsed and as text, after all elements were read. */
  readonly onFrame?: (frame: unknown, json: string) => void;
}

/**
 * Reads the elements of a body, good and faulty ones, in the order of the body: the one reader of all endpoints that take
 * files. It reads no faster than the caller takes elements, so memory does not grow with the body.
 * Throws AppError if the body as a whole cannot be read: invalid_json, client_id_in_body, validation_failed (a CSV header, a
 * JSON document without elements), body_too_large.
 */
export function readElements<T, Record extends IntakeRecord<T>>(
  body: AsyncIterable<Buffer>,
  format: IntakeFormat,
  kind: FileKind<T, Record>,
  reading: CsvReading = plainReading(),
): AsyncGenerator<(IntakeRecord<T> | Record)[]> {
  if (format === 'csv') return readByLine(body, MAX_LINE_BYTES, kind.csv(reading));
  if (format === 'ndjson') return readByLine(body, kind.maxBytes, ndjsonReader(kind.check));
  return readJsonArray(body, kind);
}

/**
 * Reads at most `most` elements of a small body as a whole: CSV, or a document that has nothing beside them. `through` sees the
 * records first. Throws AppError as `readElements` and `readWhole` do.
 */
export async function readWholeFile<T>(
  body: WholeBody,
  kind: Omit<FileKind<T>, 'onFrame'>,
  [element, most]: readonly [element: 'order' | 'change', most: number],
  through = (records: AsyncIterable<IntakeRecord<T>[]>) => records,
): Promise<WholeReading<T> & { readonly warnings: readonly IntakeWarning[] | null }> {
  const onFrame = (frame: unknown) => {
    const { error } = kind.schema.safeParse(frame);
    const faults = strictFaults(error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? []);
    if (faults.length > 0) throw validationFailed(faults);
  };
  const reading = plainReading();
  const elements = readElements(onlyChunk(bufferOf(body)), body.format, { ...kind, onFrame }, reading);
  const read = await readWhole(through(elements), element, ({ length }) => {
    if (length <= most) return;
    throw validationFailed([{ path: kind.name, message: `must have at most ${most} elements` }]);
  });
  return { ...read, warnings: reading.warnings.shown };
}

/** Reads CSV in which a row is an element. Throws what `CsvTable` throws. */
export function rowReader<C extends string, T>(
  layout: CsvLayout<C>,
  check: ElementCheck<T>,
  warnings: IntakeWarnings,
): LineReader<IntakeRecord<T>> {
  const table = new CsvTable(layout, warnings);
  const names = Object.keys(layout.columns) as C[];
  const read = (row: CsvRow): IntakeRecord<T> => {
    const place = { line: row.line, path: '' };
    if (row.fault !== null) return unreadable(place, row.fault);
    const sent = table.values(row, names);
    const record = jsonRecord(place, '', sent, check);
    if (record.faults.length === 0) return record;
    const faults = record.faults.map((fault) => {
      return { ...fault, message: table.cure(fault.path, sent) ?? fault.message };
    });
    return { ...record, faults };
  };
  return { feed: (lines) => table.feed(lines).map(read), end: () => table.end().map(read) };
}

/**
 * Reads a document such as `{"orders": […]}`, of which only a part is in memory. Parses the elements one by one, and
 * then the rest of the document. `onFrame` checks the other keys, except client_id.
 * Throws AppError: invalid_json, client_id_in_body, validation_failed if there is no element, body_too_large if the
 * rest is too large. Throws what `onFrame` throws.
 */
async function* readJsonArray<T>(
  chunks: AsyncIterable<Buffer>,
  { name, maxBytes, check, schema, onFrame }: Omit<FileKind<T>, 'csv'>,
): AsyncGenerator<IntakeRecord<T>[]> {
  const splitter = new ArraySplitter(name, maxBytes);
  let index = 0;
  let head: Buffer | null = null;
  const read = (bytes: Buffer | null): IntakeRecord<T> => {
    const place = { line: null, path: `${name}[${index}]` };
    index += 1;
    if (bytes === null) return unreadable(place, tooLong(maxBytes));
    const json = bytes.toString();
    const alone = `${place.path}, read by itself,`;
    if (!isUtf8(bytes)) throw new AppError('invalid_json', `${alone} ${notUtf8(json)}.`);
    const parsed = parseJson(json);
    if (parsed.fault === null) return jsonRecord(place, json, parsed.value, check);
    const message = faultText(parsed.fault, (offset) => lineAndColumn(json, offset));
    if (parsed.fault.kind === 'syntax') throw new AppError('invalid_json', `${alone} ${message}.`);
    return unreadable(place, message);
  };
  for await (const chunk of withPauses(chunks)) {
    const records: IntakeRecord<T>[] = [];
    head ??= Buffer.from(chunk);
    try {
      splitter.feed(chunk, (bytes) => records.push(read(bytes)));
    } catch (error) {
      throw orNotJson(head, error);
    }
    if (records.length > 0) yield records;
  }
  const { json: frame, value: document } = readJson(splitter.end(), `The request body without its ${name}`);
  if (typeof document === 'object' && document !== null && 'client_id' in document) {
    throw new AppError('client_id_in_body');
  }
  if (index === 0) throw validationFailed(faultsOf(schema.safeParse(document).error?.issues ?? []));
  onFrame?.(document, frame);
}
