/**
 * Text gathered as UTF-8 bytes in one buffer that grows. Each piece is copied at once and may be forgotten: a
 * large answer held as thousands of strings until it is sent costs more in garbage collection than in writing.
 */
export class Utf8Writer {
  #buffer: Buffer;
  #length = 0;

  /** `expected` bytes are set aside to begin with. */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafe(expected);
  }

  write(text: string): void {
    const most = this.#length + text.length * MAX_BYTES_PER_CODE_UNIT;
    if (most > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * most);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#length += this.#buffer.write(text, this.#length, 'utf8');
  }

  /** The bytes written so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}

/** Of UTF-8, for a UTF-16 code unit. */
const MAX_BYTES_PER_CODE_UNIT = 3;
