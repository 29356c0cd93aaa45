/** The part of a logger that is used here. Loggers of pino and of Fastify have it. */
interface ReleaseLog {
  warn(message: string): void;
  error(error: unknown, message: string): void;
}

/** A release that takes longer is named in the log: a process whose stop takes too long says what it waited for. */
const SLOW_MS = 2_000;

interface Release {
  readonly what: string;
  readonly release: () => Promise<unknown>;
}

/** Releases what a process has acquired, in reverse order. If one release fails, the others are done all the same. */
export class Releases {
  readonly #logger: ReleaseLog;
  readonly #releases: Release[] = [];
  #releasing: Promise<void> | undefined;

  constructor(logger: ReleaseLog) {
    this.#logger = logger;
  }

  /** `what` is released, as the log names it. */
  add(what: string, release: () => Promise<unknown>): void {
    this.#releases.push({ what, release });
  }

  /** Releases everything. Further calls do nothing more. Never rejects. */
  release(): Promise<void> {
    this.#releasing ??= this.#releaseAll();
    return this.#releasing;
  }

  async #releaseAll(): Promise<void> {
    for (const { what, release } of this.#releases.toReversed()) {
      const slow = setTimeout(() => this.#logger.warn(`still stopping: ${what}`), SLOW_MS);
      await release().catch((error: unknown) => this.#logger.error(error, `could not be stopped: ${what}`));
      clearTimeout(slow);
    }
  }
}
