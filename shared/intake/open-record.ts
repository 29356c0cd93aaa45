const EMPTY = Buffer.alloc(0);

/** The bytes of a record that goes over several chunks. A record that is too long is dropped. */
export class OpenRecord {
  readonly #maxBytes: number;
  /** Room for what was in earlier chunks. */
  #kept = EMPTY;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that the record has so far, kept or not. */
  get length(): number {
    return this.#length;
  }

  /** The record so far, valid until the next call; null where it is too long. */
  get bytes(): Buffer | null {
    return this.#length > this.#maxBytes ? null : this.#kept.subarray(0, this.#length);
  }

  /** Adds the bytes of a chunk that the record goes on after. */
  keep(chunk: Buffer, from: number, to: number): void {
    const length = this.#length + to - from;
    if (length > this.#maxBytes) this.#kept = EMPTY;
    else {
      // copied, as a chunk may be a small part of a large piece of memory
      if (length > this.#kept.length) this.#kept = Buffer.concat([this.#kept], 2 * length);
      chunk.copy(this.#kept, this.#length, from, to);
    }
    this.#length = length;
  }

  /** Ends the record with these bytes and returns all of it, as `bytes` does. */
  close(chunk: Buffer, from: number, to: number): Buffer | null {
    if (this.#length === 0) return to - from > this.#maxBytes ? null : chunk.subarray(from, to);
    this.keep(chunk, from, to);
    const bytes = this.bytes;
    this.#length = 0;
    return bytes;
  }
}
