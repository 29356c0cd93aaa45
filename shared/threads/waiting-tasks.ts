/** How many tasks wait for a thread, in memory that a pool shares with its threads: who works long sees it and ends. */
export class WaitingTasks {
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array;

  /** `memory` is that of the pool; not given: new. */
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
