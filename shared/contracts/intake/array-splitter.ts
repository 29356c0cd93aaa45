import { AppError } from '../../foundation/errors/app-error.ts';
import { OpenRecord } from './open-record.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** 1 for each byte that has a meaning outside of strings. All other bytes are skipped, which must be fast. */
const IS_STRUCTURAL = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE])
  IS_STRUCTURAL[byte] = 1;

/** The most bytes around the elements. */
const MAX_FRAME_BYTES = 1024 * 1024;

/**
 * Takes the elements of one top-level array out of a JSON document that comes in chunks. The rest of the document is
 * its frame: `{"source": "erp", "orders": []}`. It only finds the ends of elements. The caller parses elements and
 * frame, and so checks whether they are valid JSON.
 */
export class ArraySplitter {
  readonly #name: string;
  readonly #frame = new OpenRecord(MAX_FRAME_BYTES);
  readonly #element: OpenRecord;
  #elements = 0;
  /** Where the reader is: before, within or after the array. */
  #where: 'before' | 'within' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string of the frame's top level, by its place in the frame, and whether a colon follows it. */
  #key = { from: 0, to: 0, hasColon: false };

  /** `name` is the key of the array. An element of more than `maxElementBytes` is dropped. */
  constructor(name: string, maxElementBytes: number) {
    this.#name = name;
    this.#element = new OpenRecord(maxElementBytes);
  }

  /**
   * Reads the next chunk. `onElement` gets each element that ends in it; null: the element is too long. The bytes are
   * valid only during the call. Throws AppError: invalid_json, bad_request, body_too_large.
   */
  feed(chunk: Buffer, onElement: (bytes: Buffer | null) => void): void {
    /** Where the part of this chunk begins that belongs to the open element, or to the frame. */
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#escaped) {
        this.#escaped = false;
        continue;
      }
      at = this.#inString ? nextInString(chunk, at) : nextStructural(chunk, at);
      const byte = chunk[at];
      if (byte === undefined) break;
      if (this.#inString) {
        if (byte === BACKSLASH) this.#escaped = true;
        else {
          this.#inString = false;
          if (this.#depth === 1) this.#key.to = this.#frame.length + at + 1 - start;
        }
      } else if (byte === QUOTE) {
        this.#inString = true;
        if (this.#depth === 1) this.#key = { from: this.#frame.length + at - start, to: 0, hasColon: false };
      } else if (byte === COMMA) {
        if (this.#depth !== 2 || this.#where !== 'within') continue;
        this.#elements += 1;
        onElement(this.#element.close(chunk, start, at));
        start = at + 1;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#depth += 1;
        if (this.#depth !== 2 || byte === OPEN_BRACE) continue;
        this.#keepFrame(chunk, start, at + 1);
        start = at + 1;
        if (this.#isTheArray()) this.#enter();
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (this.#depth !== 1 || this.#where !== 'within') continue;
        if (byte === CLOSE_BRACE) throw this.#broken('closes with } instead of ]');
        const last = this.#element.close(chunk, start, at);
        if (this.#elements > 0 || !isWhitespace(last)) onElement(last);
        this.#where = 'after';
        start = at;
      } else if (byte === COLON && this.#depth === 1) this.#key.hasColon = true;
    }
    if (this.#where === 'within') this.#element.keep(chunk, start, chunk.length);
    else this.#keepFrame(chunk, start, chunk.length);
  }

  /** The frame, after the last chunk. Throws AppError invalid_json if the document ends within the array. */
  end(): Buffer {
    if (this.#where === 'within') throw this.#broken('does not end');
    return this.#frame.bytes!;
  }

  #broken(how: string): AppError {
    return new AppError('invalid_json', `The request body is not valid JSON: ${this.#name} ${how}.`);
  }

  #enter(): void {
    if (this.#where === 'after')
      throw new AppError('bad_request', `The document has ${this.#name} more than once.`);
    this.#where = 'within';
  }

  /** Whether the last key is the array's. */
  #isTheArray(): boolean {
    const { from, to, hasColon } = this.#key;
    if (!hasColon || to - from > longestKey(this.#name)) return false;
    try {
      return JSON.parse(this.#frame.bytes!.toString('utf8', from, to)) === this.#name;
    } catch {
      return false;
    }
  }

  #keepFrame(chunk: Buffer, from: number, to: number): void {
    this.#frame.keep(chunk, from, to);
    if (this.#frame.bytes === null) {
      throw new AppError(
        'body_too_large',
        `The document has more than ${MAX_FRAME_BYTES} bytes outside ${this.#name}.`,
      );
    }
  }
}

/** The place of the next quote or backslash, from `at` on; the chunk's length if there is none. */
function nextInString(chunk: Buffer, at: number): number {
  let next = at;
  while (next < chunk.length && chunk[next] !== QUOTE && chunk[next] !== BACKSLASH) next += 1;
  return next;
}

/** The same for a byte that has a meaning outside of strings. */
function nextStructural(chunk: Buffer, at: number): number {
  let next = at;
  while (next < chunk.length && IS_STRUCTURAL[chunk[next]!] === 0) next += 1;
  return next;
}

/** The most bytes of a key as JSON: quotes, and an escape for each letter. */
function longestKey(name: string): number {
  return 6 * name.length + 2;
}

function isWhitespace(bytes: Buffer | null): boolean {
  return bytes !== null && bytes.toString().trim() === '';
}
