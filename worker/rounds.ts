import type { Logger } from 'pino';

/** Work that a worker does again and again beside its jobs. */
export interface RoundOptions {
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'warn'>;
  /** Logged when a round throws. The next round comes at its time. */
  readonly failed: string;
}

/** Rounds that go on until they are closed. */
export interface Rounds {
  /** Aborts the signal that the work was given, and resolves when the round that is under way has ended. */
  close(): Promise<void>;
}

/** Does `work` at once and then every so many milliseconds. A round that is due while one is under way is left out. */
export function startRounds(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, logger, failed }: RoundOptions,
): Rounds {
  const stop = new AbortController();
  let round: Promise<void> | null = null;
  const start = () => {
    round ??= work(stop.signal)
      .catch((error: unknown) => logger.warn({ err: error }, failed))
      .finally(() => {
        round = null;
      });
  };
  start();
  const timer = setInterval(start, everyMs);
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}
