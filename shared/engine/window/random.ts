/** Numbers that look random and are the same each time. */
export class Random {
  #state = 0x9e3779b9;

  /** From 0 to `below` less one. */
  below(below: number): number {
    return this.#next() % below;
  }

  /** Exponentially distributed, with mean 1. */
  exponential(): number {
    return -Math.log((this.#next() + 1) / 2 ** 32);
  }

  #next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }
}
