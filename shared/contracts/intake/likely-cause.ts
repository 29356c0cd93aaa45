import { AppError } from '../../foundation/errors/app-error.ts';
import { parseJson } from './json-text.ts';

/** The bytes of a body that are looked at. */
const HEAD_BYTES = 64 * 1024;

/** A sentence on what a body that was sent as JSON most likely is, and what to do; null: nothing is recognised. */
function likelyCause(body: Buffer): string | null {
  const head = body.subarray(0, HEAD_BYTES);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    return (
      'It looks like gzip: POST /api/v1/runs and /api/v1/inventory/uploads take that with the header ' +
      'Content-Encoding: gzip.'
    );
  }
  if (isUtf16(head)) return 'It looks like UTF-16: save it as UTF-8.';
  const text = head.toString();
  if (/^--\S+\r?\ncontent-disposition:/i.test(text))
    return 'It looks like a multipart form: send the file itself as the body (curl --data-binary @FILE).';
  const lines = text.split('\n', 3).map((line) => line.trim());
  const [first = '', second = ''] = lines;
  if (isJsonObject(first) && second.startsWith('{')) {
    return (
      'It looks like NDJSON: POST /api/v1/runs and /api/v1/inventory/uploads take that with Content-Type: ' +
      'application/x-ndjson.'
    );
  }
  if (/^[\w"\uFEFF ]+([,;\t][\w" ]+)+$/.test(first) && /\b(sku|external_order_id)\b/i.test(first))
    return 'It looks like CSV: send it with Content-Type: text/csv.';
  return null;
}

/** The 400 of a body that is no JSON: with the likely cause if there is one, otherwise with what is wrong. */
export function notJson(body: Buffer, detail: string): AppError {
  return orNotJson(body, new AppError('invalid_json', detail));
}

/** If a body that was sent as JSON is recognised as something else, returns the 400 that says so, otherwise `error`. */
export function orNotJson<E>(body: Buffer, error: E): E | AppError {
  const likely = likelyCause(body);
  if (likely === null) return error;
  return new AppError('invalid_json', `The request body is not valid JSON. ${likely}`, { cause: error });
}

function isJsonObject(line: string): boolean {
  return line.startsWith('{') && parseJson(line).fault === null;
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}
