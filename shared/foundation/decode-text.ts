import { validationFailed } from './errors/faults.ts';

/** What is wrong with bytes that are no text, and what to do. */
export const NOT_TEXT = 'is not valid UTF-8: save the file as UTF-8 (in Excel "CSV UTF-8")';

/** The text of a whole file in UTF-8, or in UTF-16 with a byte order mark, without the mark; null: it is neither. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 unless a byte order mark says that it is UTF-16. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * A stream of bytes in UTF-8. UTF-16 with a byte order mark is written in UTF-8, all other bytes stay as they are. Throws
 * AppError validation_failed if it is not valid UTF-16.
 */
export async function* inUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let write: ((bytes?: Buffer) => Buffer) | null = null;
  for await (const chunk of chunks) {
    if (write !== null) {
      yield write(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < 2) continue;
    write = writerOf(head);
    yield write(head);
  }
  yield write === null ? head : write();
}

/** Writes the bytes of a stream that begins with `head`; without bytes, what is left at its end. */
function writerOf(head: Buffer): (bytes?: Buffer) => Buffer {
  const encoding = encodingOf(head);
  if (encoding === 'utf-8') return (bytes = Buffer.alloc(0)) => bytes;
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: bytes !== undefined }));
    } catch {
      throw validationFailed([{ path: 'body', message: 'is not valid UTF-16: save the file as UTF-8' }]);
    }
  };
}
