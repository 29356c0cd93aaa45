import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Screen } from './look.ts';

/** The colours that `Paint` makes, and the start of a line that changes in place. */
const OWN = String.raw`^\r\u001B\[K|\u001B\[(?:1|2|22|3[1-79]|9[0-7]|38;[25];[\d;]+)m`;
/** What a terminal would obey: controls but tab and line end, and characters that change the direction of a text. */
const CONTROL = String.raw`\r(?!\n)|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]`;
const OWN_OR_CONTROL = new RegExp(`(${OWN})|${CONTROL}`, 'g');

/** Replaces control characters that come from data by their escapes, as in JSON: an order ID must not command a terminal. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    OWN_OR_CONTROL,
    (found, own) => own ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

type Output = Writable & Omit<Screen, 'write'>;

/** The same stream without control characters in what it shows. A file or a pipe gets the bytes as they are. */
export function withoutControls(stream: Output): Output {
  if (!stream.isTTY) return stream;
  const decoder = new StringDecoder();
  const shown = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      stream.write(escapeControls(decoder.write(chunk)), done);
    },
  });
  return Object.defineProperties(shown, {
    isTTY: { value: true },
    columns: { get: () => stream.columns },
    getColorDepth: { value: () => stream.getColorDepth?.() ?? 1 },
  }) as Output;
}
