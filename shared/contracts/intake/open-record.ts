const EMPTY = Buffer.alloc(0);

/** Collects the bytes of a record that comes in several chunks. A record that is too long is dropped. */
export class OpenRecord {
  readonly #maxBytes: number;
  /** A buffer with the bytes of earlier chunks. */
  #kept = EMPTY;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes of the record so far, also if it was dropped. */
  get length(): number {
    return this.#length;
  }

  /** The record so far, valid until the next call; null: it is too long. */
  get bytes(): Buffer | null {
    return this.#length > this.#maxBytes ? null : this.#kept.subarray(0, this.#length);
  }

  /** Adds bytes of a chunk. The record continues in the next chunk. */
  keep(chunk: Buffer, from: number, to: number): void {
    const length = this.#length + to - from;
    if (length > this.#maxBytes) this.#kept = EMPTY;
    else {
      // Copied, because a chunk may be a small part of a large piece of memory.
      if (length > this.#kept.length) this.#kept = Buffer.concat([this.#kept], 2 * length);
      chunk.copy(this.#kept, this.#length, from, to);
    }
    this.#length = length;
  }

  /** Adds the last bytes of the record and returns the whole record, as `bytes` does. */
  close(chunk: Buffer, from: number, to: number): Buffer | null {
    if (this.#length === 0) return to - from > this.#maxBytes ? null : chunk.subarray(from, to);
    this.keep(chunk, from, to);
    const bytes = this.bytes;
    this.#length = 0;
    return bytes;
  }
}
