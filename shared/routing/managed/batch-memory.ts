import type { BudgetShare } from '../../foundation/shared-budget.ts';

/** Bytes in memory for a byte of an order's text, parsed and on its way to the database. An upper estimate. */
const PARSED_BYTES = 4;

/**
 * Counts the memory that a streamed body takes: the orders of the batch that is being read, and of the batch before, which
 * is being written. Throws AppError overloaded if the memory for bodies is full.
 */
export class BatchMemory {
  readonly #share: BudgetShare | null;
  #reading = 0;
  #writing = 0;

  /** `share` is null if nothing is to be counted. */
  constructor(share: BudgetShare | null) {
    this.#share = share;
  }

  /** Passes the bytes on and counts them. */
  async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#reading += chunk.length;
      this.#share?.growTo((this.#reading + this.#writing) * PARSED_BYTES);
      yield chunk;
    }
  }

  /** To be called when a batch is read and the batch before it is written. */
  nextBatch(): void {
    this.#writing = this.#reading;
    this.#reading = 0;
  }
}
