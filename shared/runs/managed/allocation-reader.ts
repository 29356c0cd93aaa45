import { awaitedLater } from '../../db/pipeline.ts';
import type { StoredBatch } from './decide-batch.ts';

/** The orders of consecutive allocation batches. Without orders: there are no more batches. */
export interface AllocationBatches extends StoredBatch {
  readonly first: number;
  readonly batches: number;
}

/** The most batches that are read at once. If all of their orders are hard, the ledger stays locked for some 12 s. */
const MAX_BATCHES = 4;

/**
 * Reads a run's allocation batches ahead of those that are being decided, more and more at once. What an order says
 * never changes, so this needs no lock.
 */
export class AllocationReader {
  readonly #read: (first: number, batches: number) => Promise<AllocationBatches>;
  readonly #ahead: Promise<AllocationBatches>[] = [];
  readonly #end: number;
  #first: number;
  #batches = 1;

  /** Reads the batches from `first` to before `end`. */
  constructor(
    first: number,
    end: number,
    read: (first: number, batches: number) => Promise<AllocationBatches>,
  ) {
    this.#first = first;
    this.#end = end;
    this.#read = read;
  }

  /** The next batches, the same ones until `advance`. */
  next(): Promise<AllocationBatches> {
    return this.#at(0);
  }

  /** The batches behind the next ones. Begins to read those behind them. */
  afterNext(): Promise<AllocationBatches> {
    void this.#at(2);
    return this.#at(1);
  }

  /** Goes on to the batches behind the next ones. */
  advance(): void {
    void this.#ahead.shift();
  }

  /** Goes on from batch `first`, one batch at a time. */
  slowDown(first: number): void {
    this.#ahead.length = 0;
    this.#first = first;
    this.#batches = 1;
  }

  #at(index: number): Promise<AllocationBatches> {
    while (this.#ahead.length <= index) {
      const batches = Math.min(this.#batches, this.#end - this.#first);
      const reading = batches > 0 ? this.#read(this.#first, batches) : Promise.resolve(noBatches(this.#end));
      this.#ahead.push(awaitedLater(reading));
      this.#first += batches;
      this.#batches = Math.min(2 * this.#batches, MAX_BATCHES);
    }
    return this.#ahead[index]!;
  }
}

function noBatches(first: number): AllocationBatches {
  return { first, batches: 0, stored: [], destinations: new Map() };
}
