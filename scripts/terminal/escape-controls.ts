import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Screen } from './look.ts';

/** The colours that `Paint` makes, and the start of a line that changes in place. */
const OWN = String.raw`^\r\u001B\[K|\u001B\[(?:1|2|22|3[1-79]|9[0-7]|38;[25];[\d;]+)m`;
/** What a terminal would obey, but tab and line end, and characters that change the direction of a text. */
const FOREIGN = String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069`;
const OWN_OR_CONTROL = new RegExp(String.raw`(${OWN})|\r(?!\n)|[${FOREIGN}]`, 'g');
const IN_DATA = new RegExp(String.raw`[\t\n\r\u2028\u2029${FOREIGN}]`, 'g');

/** Replaces control characters that come from data by their escapes, as in JSON: an order ID must not command a terminal. */
export function escapeControls(text: string): string {
  return text.replaceAll(OWN_OR_CONTROL, (found, own) => own ?? escapeOf(found));
}

/** Replaces all of them in texts that are data alone, also line ends and colours: they must not look like a line of ours. */
export function shown<T>(data: T): T {
  if (typeof data === 'string') return data.replaceAll(IN_DATA, escapeOf) as T;
  if (Array.isArray(data)) return data.map(shown) as T;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shown(value)])) as T;
}

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

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
