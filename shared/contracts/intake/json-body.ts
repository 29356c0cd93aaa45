import { isUtf8 } from 'node:buffer';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { unstorableText } from '../storable-text.ts';
import { faultText, lineAndColumn, parseJson } from './json-text.ts';
import { notJson } from './likely-cause.ts';
import { withoutByteOrderMark } from './lines.ts';

/**
 * Parses a body that is JSON in UTF-8. Throws AppError: invalid_json; validation_failed for names that would change an
 * object's prototype, and for text that cannot be stored as it was sent.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const { json, value } = readJson(bytes);
  const faults = unstorableText(json, value);
  if (faults.length > 0) throw validationFailed(faults);
  return value;
}

/** The text and the value of JSON in UTF-8; `what` it is, in words. Throws AppError as `parseJsonBody` does. */
export function readJson(
  bytes: Buffer,
  what = 'The request body',
): { readonly json: string; readonly value: unknown } {
  if (bytes.length === 0) throw notJson(bytes, `${what} is empty.`);
  const json = withoutByteOrderMark(bytes.toString());
  if (!isUtf8(bytes)) throw notJson(bytes, `${what} ${notUtf8(json)}.`);
  const parsed = parseJson(json);
  if (parsed.fault === null) return { json, value: parsed.value };
  const message = faultText(parsed.fault, (offset) => lineAndColumn(json, offset));
  if (parsed.fault.kind === 'prototype') throw validationFailed([{ path: 'body', message }]);
  throw notJson(bytes, `${what} ${message}.`);
}

/** What is wrong with a text that was no UTF-8 when it was decoded, as the end of a sentence. */
export function notUtf8(decoded: string): string {
  return `is not valid UTF-8 (${lineAndColumn(decoded, decoded.indexOf('\uFFFD'))})`;
}
