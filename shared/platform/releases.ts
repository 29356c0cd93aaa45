/** The part of a logger that is used here. Loggers of pino and of Fastify have it. */
interface ErrorLog {
  error(error: unknown, message: string): void;
}

/** Releases what a process has acquired, in reverse order. If one release fails, the others are done all the same. */
export class Releases {
  readonly #logger: ErrorLog;
  readonly #releases: (() => Promise<unknown>)[] = [];
  #releasing: Promise<void> | undefined;

  constructor(logger: ErrorLog) {
    this.#logger = logger;
  }

  add(release: () => Promise<unknown>): void {
    this.#releases.push(release);
  }

  /** Releases everything. Further calls do nothing more. Never rejects. */
  release(): Promise<void> {
    this.#releasing ??= this.#releaseAll();
    return this.#releasing;
  }

  async #releaseAll(): Promise<void> {
    for (const release of this.#releases.toReversed()) {
      await release().catch((error: unknown) => this.#logger.error(error, 'could not be released'));
    }
  }
}
