/** What a suite opens: a stage, or a floor on one. */
interface Closing {
  close(): Promise<void>;
}

/** Opens the stages of a suite one at a time, when each is measured: the servers of the others would slow it down. */
export class OneStage {
  #close: (() => Promise<void>) | null = null;

  /** Gives what `open` gives, and keeps it until another one is asked for. */
  lazily<T extends Closing>(open: () => Promise<T>): () => Promise<T> {
    let opened: T | null = null;
    return async () => {
      if (opened !== null) return opened;
      await this.close();
      const own = await open();
      opened = own;
      this.#close = async () => {
        opened = null;
        await own.close();
      };
      return own;
    };
  }

  async close(): Promise<void> {
    const close = this.#close;
    this.#close = null;
    await close?.();
  }
}
