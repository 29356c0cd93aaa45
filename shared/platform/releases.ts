/** What is told of failures: pino's and Fastify's loggers alike. */
interface ErrorLog {
  error(error: unknown, message: string): void;
}

/** What a process has acquired and has to give back, in reverse order; one failure does not keep the others. */
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

  /** Releases everything, once however often it is called. Never rejects. */
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
