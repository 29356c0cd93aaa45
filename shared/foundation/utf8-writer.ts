import { jsonText } from './json-text.ts';

/**
 * Writes text and JSON as UTF-8 bytes into a buffer that grows. All answers to batches and runs are written here, so it
 * must be fast (suites `results` and `batch`). Every part is copied once; strings that are joined from parts would be
 * copied several times. Text that repeats is made into bytes once (`piece`). Short strings are written in loops,
 * because a call into V8 takes longer.
 */
export class Utf8Writer {
  #buffer: Buffer;
  #length = 0;

  /** The buffer has `expected` bytes at first. */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafe(expected);
  }

  /** Writes bytes. */
  put(bytes: Uint8Array): this {
    const end = this.#length + bytes.length;
    if (end > this.#buffer.length) this.#grow(end);
    if (bytes.length > FEW) this.#buffer.set(bytes, this.#length);
    else {
      const buffer = this.#buffer;
      for (let from = this.#length, i = 0; i < bytes.length; i += 1) buffer[from + i] = bytes[i]!;
    }
    this.#length = end;
    return this;
  }

  /** Writes text. */
  write(text: string): this {
    const most = this.#length + text.length * MAX_BYTES_PER_CODE_UNIT;
    if (most > this.#buffer.length) this.#grow(most);
    this.#length += this.#buffer.write(text, this.#length);
    return this;
  }

  /** Writes short text of ASCII characters. */
  ascii(text: string): this {
    const end = this.#length + text.length;
    if (end > this.#buffer.length) this.#grow(end);
    const buffer = this.#buffer;
    for (let from = this.#length, i = 0; i < text.length; i += 1) buffer[from + i] = text.charCodeAt(i);
    this.#length = end;
    return this;
  }

  /** Writes a string as JSON, with the same bytes as JSON.stringify. */
  json(text: string): this {
    if (text.length > SHORT) return this.write(jsonText(text));
    const most = this.#length + text.length + QUOTES;
    if (most > this.#buffer.length) this.#grow(most);
    const buffer = this.#buffer;
    let end = this.#length;
    buffer[end++] = QUOTE;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) {
        return this.write(JSON.stringify(text));
      }
      buffer[end++] = code;
    }
    buffer[end++] = QUOTE;
    this.#length = end;
    return this;
  }

  /** Writes an integer in decimal digits. */
  integer(value: number): this {
    return this.ascii(String(value));
  }

  /** Replaces a byte that has been written. */
  replace(at: number, byte: number): this {
    this.#buffer[at] = byte;
    return this;
  }

  /** How many bytes have been written so far. */
  get length(): number {
    return this.#length;
  }

  /** The bytes written so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafe(2 * least);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** The bytes of a text that is written often. */
export function piece(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Makes a function that returns the piece for a key. It makes each piece once. */
export function piecesBy<K>(text: (key: K) => string): (key: K) => Uint8Array {
  const known = new Map<K, Uint8Array>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = piece(text(key));
      known.set(key, found);
    }
    return found;
  };
}

/**
 * The bytes that `write` writes, in memory of their own. A small Buffer would be a part of Node's pool, of which 8 KiB
 * stay in memory as long as the piece.
 */
export function pieceOf(write: (out: Utf8Writer) => void): Uint8Array {
  const out = new Utf8Writer(USUAL_PIECE_BYTES);
  write(out);
  return new Uint8Array(out.bytes());
}

const USUAL_PIECE_BYTES = 1024;

/** The most bytes of UTF-8 for a UTF-16 code unit. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** Up to this number of bytes a loop is faster than a call into V8. */
const FEW = 10;
/** Up to this number of characters a loop is faster than a call into V8. */
const SHORT = 24;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;
const QUOTES = 2;
