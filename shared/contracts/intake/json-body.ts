import { isUtf8 } from 'node:buffer';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { unstorableText } from '../storable-text.ts';
import { parseJson } from './json-text.ts';
import { notJson } from './likely-cause.ts';
import { withoutByteOrderMark } from './lines.ts';

/**
 * Parses a body that is JSON in UTF-8. Throws AppError: invalid_json, also for names that would change an object's
 * prototype; validation_failed for text that cannot be stored as it was sent.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const { json, value } = readJson(bytes);
  const faults = unstorableText(json, value);
  if (faults.length > 0) throw validationFailed(faults);
  return value;
}

/** The text and the value of JSON in UTF-8. Throws AppError invalid_json, as `parseJsonBody` does. */
export function readJson(bytes: Buffer): { readonly json: string; readonly value: unknown } {
  if (!isUtf8(bytes)) throw notJson(bytes);
  const json = withoutByteOrderMark(bytes.toString());
  const parsed = parseJson(json);
  if (parsed.fault !== null) throw notJson(bytes);
  return { json, value: parsed.value };
}
