import type { BudgetShare } from '../../platform/shared-budget.ts';

/** Bytes that a byte of an order's text takes, parsed and on its way to the database: about, and rather too many. */
const PARSED_BYTES = 4;

/**
 * Counts what the orders of a body that is read as a stream take of the memory for bodies: those of the batch that is
 * being read, and of the one before, which the database is taking. Throws AppError overloaded where there is no room.
 */
export class BatchMemory {
  readonly #share: BudgetShare | null;
  #reading = 0;
  #writing = 0;

  /** null: nobody counts. */
  constructor(share: BudgetShare | null) {
    this.#share = share;
  }

  /** The same bytes, counted. */
  async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#reading += chunk.length;
      this.#share?.growTo((this.#reading + this.#writing) * PARSED_BYTES);
      yield chunk;
    }
  }

  /** A batch is read, and the one before it is written. */
  nextBatch(): void {
    this.#writing = this.#reading;
    this.#reading = 0;
  }
}
