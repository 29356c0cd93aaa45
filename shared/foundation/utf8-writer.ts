/**
 * Writes text and JSON as UTF-8 bytes into a buffer that grows. All answers to batches and runs are written here, so it
 * must be fast (suites `runs` and `orders`). Every part is copied once; strings that are joined from parts would be
 * copied several times. Text that repeats is made into bytes once. Short strings and numbers are written in
 * loops, because a call into V8 takes longer.
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
    this.#buffer.set(bytes, this.#length);
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

  /** Writes text that is often short. */
  text(text: string): this {
    if (text.length > SHORT) return this.write(text);
    const most = this.#length + text.length;
    if (most > this.#buffer.length) this.#grow(most);
    const buffer = this.#buffer;
    let end = this.#length;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > LAST_ASCII) return this.write(text);
      buffer[end++] = code;
    }
    this.#length = end;
    return this;
  }

  /** Writes a string as JSON, with the same bytes as JSON.stringify. */
  json(text: string): this {
    if (text.length > SHORT) return this.write(JSON.stringify(text));
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
    const most = this.#length + MAX_INTEGER_LENGTH;
    if (most > this.#buffer.length) this.#grow(most);
    this.#length = putInteger(this.#buffer, this.#length, value);
    return this;
  }

  /** Writes integers, or nulls, as an array of PostgreSQL. */
  integers(values: readonly (number | null)[]): this {
    const most = this.#length + values.length * (MAX_INTEGER_LENGTH + 1) + BRACES;
    if (most > this.#buffer.length) this.#grow(most);
    const buffer = this.#buffer;
    let end = this.#length;
    buffer[end++] = OPEN_BRACE;
    for (let i = 0; i < values.length; i += 1) {
      if (i > 0) buffer[end++] = COMMA;
      const value = values[i]!;
      end = value === null ? end + buffer.write('NULL', end, 'latin1') : putInteger(buffer, end, value);
    }
    buffer[end++] = CLOSE_BRACE;
    this.#length = end;
    return this;
  }

  /** Writes a byte. */
  byte(value: number): this {
    if (this.#length === this.#buffer.length) this.#grow(this.#length + 1);
    this.#buffer[this.#length++] = value;
    return this;
  }

  /** Writes an integer of 32 bits, the highest byte first. */
  int32(value: number): this {
    const end = this.#length + INT32_BYTES;
    if (end > this.#buffer.length) this.#grow(end);
    this.setInt32(this.#length, value);
    this.#length = end;
    return this;
  }

  /** Writes an integer of 64 bits, the highest byte first. */
  int64(value: number): this {
    return this.int32(Math.floor(value / 2 ** 32)).int32(value | 0);
  }

  /** Replaces four bytes that were written from `at` on. */
  setInt32(at: number, value: number): void {
    const buffer = this.#buffer;
    buffer[at] = value >>> 24;
    buffer[at + 1] = value >>> 16;
    buffer[at + 2] = value >>> 8;
    buffer[at + 3] = value;
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

/** Puts an integer into a buffer that has room for it. Returns where it ends. */
function putInteger(buffer: Buffer, at: number, value: number): number {
  if (value < 0 || value > MAX_BY_HAND) return at + buffer.write(String(value), at);
  let end = at + 1;
  for (let least = 10; least <= value; least *= 10) end += 1;
  let rest = value;
  for (let index = end - 1; index >= at; index -= 1) {
    const tenth = (rest / 10) | 0;
    buffer[index] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}

/** Makes a function that returns the bytes for a key. It makes them once. */
export function memoBytes<K>(text: (key: K) => string): (key: K) => Uint8Array {
  const known = new Map<K, Uint8Array>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = Buffer.from(text(key));
      known.set(key, found);
    }
    return found;
  };
}

/**
 * The bytes that `write` writes, in memory of their own. A small Buffer would be a part of Node's pool, of which 8 KiB
 * stay in memory as long as these bytes.
 */
export function ownBytes(write: (out: Utf8Writer) => void): Uint8Array {
  const out = new Utf8Writer(USUAL_BYTES);
  write(out);
  return new Uint8Array(out.bytes());
}

const USUAL_BYTES = 1024;

/** The most bytes of UTF-8 for a UTF-16 code unit. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** Up to this number of characters a loop is faster than a call into V8. */
const SHORT = 24;
/** The largest integer that is written in a loop. Larger powers of ten are no small integers of V8. */
const MAX_BY_HAND = 999_999_999;

/** The most characters that an integer has as text: -1.7976931348623157e+308. */
const MAX_INTEGER_LENGTH = 24;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const TILDE = 0x7e;
const LAST_ASCII = 0x7f;
const INT32_BYTES = 4;
const QUOTES = 2;
const BRACES = 2;
