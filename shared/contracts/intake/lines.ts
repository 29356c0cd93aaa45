import { isUtf8 } from 'node:buffer';
import { inUtf8, NOT_TEXT } from '../../foundation/decode-text.ts';
import { TimeSlice } from '../../foundation/time-slice.ts';
import { tooLong } from '../order-limits.ts';
import { OpenRecord } from './open-record.ts';

/** A line of a text stream, without its end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** If there is a fault, as much as can be read: U+FFFD stands for what is not UTF-8, and a line that is too long is ''. */
  readonly text: string;
  /** Why the line cannot be read as text; null: it can. */
  readonly fault: string | null;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * The most bytes that are worked on without a pause. They have at most 2,700 elements (`{}` and a separator), which
 * take some milliseconds.
 */
const STEP_BYTES = 8 * 1024;

/**
 * Splits bytes into lines, some at a time. A line ends with LF or CRLF. A byte order mark is left out, and may say that
 * they are UTF-16. Empty lines are counted and left out. A line longer than `maxBytes` is a fault and its text is dropped,
 * which limits memory.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line[]> {
  const open = new OpenRecord(maxBytes);
  let number = 0;
  const close = (chunk: Buffer, from: number, to: number): Line => {
    number += 1;
    const bytes = open.close(chunk, from, to);
    if (bytes === null) return { number, text: '', fault: tooLong(maxBytes) };
    const text = bytes.toString('utf8', 0, bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length);
    const fault = isUtf8(bytes) ? null : NOT_TEXT;
    return { number, text: number === 1 ? withoutByteOrderMark(text) : text, fault };
  };
  for await (const chunk of withPauses(inUtf8(chunks))) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = close(chunk, start, end);
      if (line.text !== '' || line.fault !== null) lines.push(line);
      start = end + 1;
      // A file may consist of millions of empty lines.
      for (; chunk[start] === NEWLINE; start += 1) number += 1;
    }
    open.keep(chunk, start, chunk.length);
    if (lines.length > 0) yield lines;
  }
  if (open.length > 0) yield [close(Buffer.alloc(0), 0, 0)];
}

/** Makes elements of the lines of a text. */
export interface LineReader<T> {
  /** Adds lines. Returns the elements that are complete. */
  feed(lines: readonly Line[]): T[];
  /** Returns what is left after the last line. */
  end(): T[];
}

/** Reads the elements of a text, with `readLines`. */
export async function* readByLine<T>(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  reader: LineReader<T>,
): AsyncGenerator<T[]> {
  for await (const lines of readLines(chunks, maxBytes)) yield reader.feed(lines);
  yield reader.end();
}

/** The same bytes in small pieces. After some time of work, it pauses so that the event loop serves other requests. */
export async function* withPauses(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const slice = new TimeSlice();
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      yield chunk.subarray(from, from + STEP_BYTES);
      await slice.pauseIfOver();
    }
  }
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
