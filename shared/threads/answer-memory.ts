import type { Allocate } from '../platform/utf8-writer.ts';

/**
 * Memory that a thread writes large answers into and another one sends them from, again and again. V8 takes ten new
 * megabytes with every batch, although they go with it, for a reason to mark both threads' whole heaps each time,
 * which was a seventh of the work on a batch; shared memory does not count, and what is used again is in the cache and
 * need not be cleared (suites `batch` and `event-loop` guard it).
 */

/** Before the answer: whether it is being sent. */
const HEADER_BYTES = 8;
const FREE = 0;
const BEING_SENT = 1;

/** Smaller ones move. */
const LARGE_ANSWER_BYTES = 1024 * 1024;
/** Of larger ones there are few, and what they took would stay taken. */
const MOST_BYTES = 32 * 1024 * 1024;
/** As many answers are on their way to slow receivers at once; further ones move. */
const MOST_PARTS = 2;

/** The memory of one thread, which writes one answer at a time. */
export class AnswerMemory {
  readonly #parts: SharedArrayBuffer[] = [];

  /** Room for one answer, until the next is asked for or this one is given back: see `handOver`. */
  readonly lend: Allocate = (bytes) => {
    if (bytes < LARGE_ANSWER_BYTES || bytes > MOST_BYTES) return Buffer.allocUnsafe(bytes);
    const free = this.#parts.filter((part) => Atomics.load(stateOf(part), 0) === FREE);
    const fitting = free.find((part) => part.byteLength >= HEADER_BYTES + bytes);
    if (fitting !== undefined) return Buffer.from(fitting, HEADER_BYTES);
    if (free.length > 0) this.#parts.splice(this.#parts.indexOf(free[0]!), 1);
    if (this.#parts.length === MOST_PARTS) return Buffer.allocUnsafe(bytes);
    const part = new SharedArrayBuffer(HEADER_BYTES + bytes);
    this.#parts.push(part);
    return Buffer.from(part, HEADER_BYTES);
  };
}

/** Marks an answer as being sent, if its memory is shared. Says whether it is: then it must not be moved. */
export function handOver({ buffer }: Uint8Array): boolean {
  if (!(buffer instanceof SharedArrayBuffer)) return false;
  Atomics.store(stateOf(buffer), 0, BEING_SENT);
  return true;
}

/** Gives shared memory back once its answer is sent, or will not be; it is written anew at any time from then on. */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof SharedArrayBuffer) Atomics.store(stateOf(buffer), 0, FREE);
}

function stateOf(part: SharedArrayBuffer): Int32Array {
  return new Int32Array(part, 0, 1);
}
