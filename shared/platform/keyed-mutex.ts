/**
 * Runs tasks of one key one after another, in order of arrival; other keys are not held up.
 * Within a process this only saves database connections: the lock that counts across processes is a row lock.
 */
export class KeyedMutex<K> {
  readonly #tails = new Map<K, Promise<unknown>>();

  /** Resolves or rejects as the task does. */
  async run<T>(key: K, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    // Kept only to be waited for; its failure belongs to the caller that awaits `mine`.
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
