import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { AppError } from '../../foundation/errors/app-error.ts';
import { faultsOf, validationFailed } from '../../foundation/errors/faults.ts';
import { tooLong } from '../order-limits.ts';
import { ArraySplitter } from './array-splitter.ts';
import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import { notUtf8, readJson } from './json-body.ts';
import { faultText, lineAndColumn, parseJson } from './json-text.ts';
import { orNotJson } from './likely-cause.ts';
import { withPauses } from './lines.ts';

/** A kind of document that has its elements in one array. */
interface ArrayDocument<T> {
  /** The array's key. */
  readonly name: string;
  /** The most bytes of one element. */
  readonly maxBytes: number;
  readonly check: ElementCheck<T>;
  /** The schema of the whole document. It refuses a document without elements. */
  readonly schema: z.ZodType;
  /** Gets the rest of the document, parsed and as text, after all elements were read. */
  readonly onFrame?: (frame: unknown, json: string) => void;
}

/**
 * Reads a document such as `{"orders": […]}`, of which only a part is in memory. Parses the elements one by one, and
 * then the rest of the document. `onFrame` checks the other keys, except client_id.
 * Throws AppError: invalid_json, client_id_in_body, validation_failed if there is no element, body_too_large if the
 * rest is too large. Throws what `onFrame` throws.
 */
export async function* readJsonArray<T>(
  chunks: AsyncIterable<Buffer>,
  { name, maxBytes, check, schema, onFrame }: ArrayDocument<T>,
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
