import { isUtf8 } from 'node:buffer';
import { OpenRecord } from './open-record.ts';

/** A line of a text stream, without its end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** '' where there is a fault. */
  readonly text: string;
  /** What keeps the line from being read as text. */
  readonly fault: string | null;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Bytes worked on without a pause: a source that gives more at once is read in steps. */
const STEP_BYTES = 64 * 1024;

/** What is wrong with a record of which nothing is kept. */
export function tooLong(maxBytes: number): string {
  return `is longer than ${maxBytes} bytes`;
}

/**
 * Splits bytes into lines (LF or CRLF; a byte order mark is left out), some at a time. Of a line that is longer
 * than `maxBytes` nothing is kept: memory is bounded whatever is sent.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line[]> {
  const open = new OpenRecord(maxBytes);
  let number = 0;
  const close = (chunk: Buffer, from: number, to: number): Line => {
    number += 1;
    const bytes = open.close(chunk, from, to);
    if (bytes === null) return { number, text: '', fault: tooLong(maxBytes) };
    if (!isUtf8(bytes)) return { number, text: '', fault: 'is not valid UTF-8' };
    const text = bytes.toString('utf8', 0, bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length);
    return { number, text: number === 1 ? withoutByteOrderMark(text) : text, fault: null };
  };
  for await (const chunk of inSteps(chunks)) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(close(chunk, start, end));
      start = end + 1;
    }
    open.keep(chunk, start, chunk.length);
    if (lines.length > 0) yield lines;
  }
  if (open.length > 0) yield [close(Buffer.alloc(0), 0, 0)];
}

/** The same bytes in pieces of bounded size. */
export async function* inSteps(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      yield chunk.subarray(from, from + STEP_BYTES);
    }
  }
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
