import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { faultsOf, validationFailed } from '../errors/faults.ts';
import { ArraySplitter } from './array-splitter.ts';
import {
  type ElementCheck,
  type IntakeRecord,
  jsonRecord,
  MAX_ELEMENT_BYTES,
  unreadable,
} from './intake-record.ts';
import { inSteps, tooLong, withoutByteOrderMark } from './lines.ts';

/** A document that has its elements in one array. */
interface ArrayDocument<T> {
  /** The array's key. */
  readonly name: string;
  readonly check: ElementCheck<T>;
  /** Of the whole document: what a document without elements is refused by. */
  readonly schema: z.ZodType;
  /** Gets what stands around the elements after all of them, parsed and as text. */
  readonly onFrame?: (frame: unknown, json: string) => void;
}

/**
 * Reads a document such as `{"orders": […]}` without ever holding it: its elements are parsed one by one, and
 * what stands around them at the end. Other keys are `onFrame`'s business but for client_id.
 * Throws AppError: invalid_json, client_id_in_body, validation_failed where there is no element, body_too_large
 * where too much stands around them, and what `onFrame` throws.
 */
export async function* readJsonArray<T>(
  chunks: AsyncIterable<Buffer>,
  { name, check, schema, onFrame }: ArrayDocument<T>,
): AsyncGenerator<IntakeRecord<T>[]> {
  const splitter = new ArraySplitter(name, MAX_ELEMENT_BYTES);
  let index = 0;
  const read = (bytes: Buffer | null): IntakeRecord<T> => {
    const place = { line: null, path: `${name}[${index}]` };
    index += 1;
    if (bytes === null) return unreadable(place, tooLong(MAX_ELEMENT_BYTES));
    const json = textOf(bytes);
    return jsonRecord(place, json, parse(json), check);
  };
  for await (const chunk of inSteps(chunks)) {
    const records: IntakeRecord<T>[] = [];
    splitter.feed(chunk, (bytes) => records.push(read(bytes)));
    if (records.length > 0) yield records;
  }
  const frame = withoutByteOrderMark(textOf(splitter.end()));
  const document = parse(frame);
  if (typeof document === 'object' && document !== null && 'client_id' in document) {
    throw new AppError('client_id_in_body');
  }
  if (index === 0) throw validationFailed(faultsOf(schema.safeParse(document).error?.issues ?? []));
  onFrame?.(document, frame);
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new AppError('invalid_json');
  return bytes.toString();
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new AppError('invalid_json', undefined, { cause });
  }
}
