import { isUtf8 } from 'node:buffer';
import { batchRequest } from '../contracts/order.ts';
import { AppError } from '../errors/app-error.ts';
import { faultsOf, validationFailed } from '../errors/faults.ts';
import { type IntakeRecord, jsonRecord, MAX_ORDER_BYTES, unreadable } from './intake-record.ts';
import { inSteps, tooLong, withoutByteOrderMark } from './lines.ts';
import { OrdersSplitter } from './orders-splitter.ts';

/**
 * Reads a document `{"orders": […]}` without ever holding it: its orders are parsed one by one, and what
 * stands around them at the end. Other keys are ignored but for client_id.
 * Throws AppError: invalid_json, client_id_in_body, validation_failed where there are no orders, body_too_large
 * where too much stands around them.
 */
export async function* readJsonOrders(chunks: AsyncIterable<Buffer>): AsyncGenerator<IntakeRecord[]> {
  const splitter = new OrdersSplitter(MAX_ORDER_BYTES);
  let index = 0;
  const read = (bytes: Buffer | null): IntakeRecord => {
    const place = { line: null, path: `orders[${index}]` };
    index += 1;
    if (bytes === null) return unreadable(place, tooLong(MAX_ORDER_BYTES));
    const json = textOf(bytes);
    return jsonRecord(place, json, parse(json));
  };
  for await (const chunk of inSteps(chunks)) {
    const records: IntakeRecord[] = [];
    splitter.feed(chunk, (bytes) => records.push(read(bytes)));
    if (records.length > 0) yield records;
  }
  const document = parse(withoutByteOrderMark(textOf(splitter.end())));
  if (typeof document === 'object' && document !== null && 'client_id' in document) {
    throw new AppError('client_id_in_body');
  }
  if (index === 0) throw validationFailed(faultsOf(batchRequest.safeParse(document).error?.issues ?? []));
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
