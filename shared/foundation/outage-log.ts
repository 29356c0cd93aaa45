import type { Logger } from 'pino';

/** How often it is asked whether the outage is over, in milliseconds. */
const ASK_MS = 1_000;

/** Logs an outage of a server by one line when it begins and one when it ends, however many things fail meanwhile. */
export class OutageLog {
  readonly #logger: Pick<Logger, 'warn' | 'info'>;
  readonly #server: string;
  readonly #ping: () => Promise<unknown>;
  #asking: NodeJS.Timeout | undefined;

  /** `ping` rejects while the server is away. */
  constructor(logger: Pick<Logger, 'warn' | 'info'>, server: string, ping: () => Promise<unknown>) {
    this.#logger = logger;
    this.#server = server;
    this.#ping = ping;
  }

  /** Notes that the server was not reached. */
  note(error: unknown): void {
    if (this.#asking !== undefined) return;
    this.#logger.warn({ err: error }, `${this.#server} cannot be reached`);
    let isAsked = false;
    const ask = async () => {
      if (isAsked) return;
      isAsked = true;
      try {
        await this.#ping();
        this.close();
        this.#logger.info(`${this.#server} is reached again`);
      } catch {
        isAsked = false;
      }
    };
    this.#asking = setInterval(() => void ask(), ASK_MS).unref();
  }

  /** Asks no more. */
  close(): void {
    clearInterval(this.#asking);
    this.#asking = undefined;
  }
}
