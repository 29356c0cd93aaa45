/** How many tasks wait for a thread. A pool shares this memory with its threads, so that a long task can end early. */
export class WaitingTasks {
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array;

  /** `memory` is the pool's; by default it is new. */
  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#count = new Int32Array(memory);
  }

  get count(): number {
    return Atomics.load(this.#count, 0);
  }

  set count(count: number) {
    Atomics.store(this.#count, 0, count);
  }
}
