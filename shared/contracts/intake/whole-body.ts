import { decodeText, NOT_TEXT } from '../../foundation/decode-text.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';

/** A body that was read as a whole. */
export interface WholeBody {
  readonly bytes: Uint8Array;
  readonly format: 'json' | 'csv';
}

/** A body's bytes as a Buffer, without a copy. Bytes from another thread are a plain Uint8Array. */
export function bufferOf({ bytes }: WholeBody): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The text of a body's bytes. Throws AppError validation_failed if they are no text. */
export function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === null) throw validationFailed([{ path: 'body', message: NOT_TEXT }]);
  return text;
}

/** A stream of one chunk, for readers of streams. */
export async function* onlyChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
