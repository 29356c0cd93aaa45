/** A question that has not been answered yet, and those who joined for the next one. */
interface UnderWay<T> {
  questions: number;
  /** Asked when this turn of the event loop ends, for all that come until then; null: nobody came. */
  next: Promise<T> | null;
}

/**
 * Asks a question once for many who ask the same at about the same time. Each gets an answer that was asked for after
 * they came. Who comes while none is under way is not held up; the others wait for the end of a turn of the event loop.
 */
export class SharedAnswers<K, T> {
  readonly #underWay = new Map<K, UnderWay<T>>();

  /** Resolves or rejects as the question does. */
  async get(key: K, ask: () => Promise<T>): Promise<T> {
    const underWay = this.#underWay.get(key);
    if (underWay === undefined) {
      const first: UnderWay<T> = { questions: 0, next: null };
      this.#underWay.set(key, first);
      return this.#ask(key, first, ask);
    }
    underWay.next ??= this.#askLater(key, underWay, ask);
    return underWay.next;
  }

  #askLater(key: K, underWay: UnderWay<T>, ask: () => Promise<T>): Promise<T> {
    underWay.questions += 1;
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        underWay.next = null;
        underWay.questions -= 1;
        this.#ask(key, underWay, ask).then(resolve, reject);
      });
    });
  }

  async #ask(key: K, underWay: UnderWay<T>, ask: () => Promise<T>): Promise<T> {
    underWay.questions += 1;
    try {
      return await ask();
    } finally {
      underWay.questions -= 1;
      if (underWay.questions === 0) this.#underWay.delete(key);
    }
  }
}
